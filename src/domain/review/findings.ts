import { citationsIn, type Citation } from "./citation.ts"
import { leadSeverity, saysNothing, sectionKind, severityIn, verdictIn } from "./judgement.ts"
import type { Polarity, SectionKind, Severity } from "./judgement.ts"
import { markdownBlocks, type Block } from "./markdownBlocks.ts"

/** One thing a reviewer says. */
export interface Finding {
  /** null when the reviewer gave none. */
  readonly severity: Severity | null
  readonly polarity: Polarity
  /** In the order of the text, each once; empty when it cites nothing. */
  readonly citations: ReadonlyArray<Citation>
  /** One line, as written apart from the leading severity; at most `maxFindingCharacters`. */
  readonly text: string
  /** Line of the reviewer's answer it begins at, counted from 1. */
  readonly at: number
}

/** The findings of one answer. */
export interface Findings {
  /** In the order of the answer, at most `maxFindings`. */
  readonly findings: ReadonlyArray<Finding>
  /** Findings beyond that. */
  readonly leftOut: number
}

/** Findings of one answer that are kept; a reviewer with more has not judged. */
export const maxFindings = 200

/** Characters of an answer that are read; a long review has fifty thousand. */
const maxAnswerCharacters = 1_000_000

/** Longest text of a finding, in characters. */
export const maxFindingCharacters = 2000

interface Section {
  readonly depth: number
  readonly kind: SectionKind | undefined
  readonly severity: Severity | undefined
}

/** An item whose further lines and items under it are still to come. */
interface Draft {
  readonly text: string
  readonly severity: Severity | undefined
  readonly kind: SectionKind | undefined
  readonly at: number
  /** Items indented deeper belong to it; below a heading all do, which is -1. */
  readonly indent: number
}

interface State {
  readonly sections: Array<Section>
  draft: Draft | undefined
  /** An item that only names a severity or a kind, for the items under it. */
  label: { readonly indent: number; readonly section: Section } | undefined
  readonly found: Array<Finding>
}

const plainText = (text: string): string =>
  text
    .replaceAll(/\*\*|__/gu, "")
    .replace(/\s+/gu, " ")
    .trim()

const polarityOf = ({ kind, severity, text }: Draft): Polarity => {
  if (kind === "summary" && severity === undefined) return "neutral"
  const stated = verdictIn(text)
  if (stated !== undefined) return stated
  if (kind === "approval" || kind === "concern") return kind
  return severity === undefined ? "neutral" : "concern"
}

const finish = (state: State): void => {
  const { draft } = state
  state.draft = undefined
  if (draft === undefined) return
  const text = plainText(draft.text)
  const citations = citationsIn(draft.text)
  if (saysNothing(text)) return
  const polarity = polarityOf(draft)
  if (polarity === "neutral" && citations.length === 0) return
  const severity = draft.severity ?? severityIn(draft.text) ?? null
  state.found.push({ severity, polarity, citations, text: text.slice(0, maxFindingCharacters), at: draft.at })
}

/** Kind and severity that hold where nothing else is said: the innermost section that says one. */
const inherited = ({ label, sections }: State): Section => {
  const all = label === undefined ? sections : [...sections, label.section]
  const kind = all.findLast((section) => section.kind !== undefined)?.kind
  const severity = all.findLast((section) => section.severity !== undefined)?.severity
  return { depth: 0, kind, severity }
}

const words = (text: string): number => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** A text that only says what follows: a severity alone, or a section's name. */
const labelOf = (text: string): Omit<Section, "depth"> | undefined => {
  if (citationsIn(text).length > 0) return undefined
  const lead = leadSeverity(text)
  const rest = lead?.rest ?? text
  const isShort = words(rest) <= 2
  if (lead !== undefined && isShort && (words(rest) === 0 || sectionKind(rest) !== undefined))
    return { kind: sectionKind(rest) ?? "concern", severity: lead.severity }
  const kind = sectionKind(text)
  const looksLike = /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*:?\s*$|:\s*(?:\*\*|__)?\s*$/u.test(text)
  return kind !== undefined && lead === undefined && looksLike ? { kind, severity: undefined } : undefined
}

/** Whether the blocks below a heading, up to the next one, give a severity by name: then the heading is the finding. */
const ratedBelow = (blocks: ReadonlyArray<Block>, at: number): boolean => {
  for (const block of blocks.slice(at + 1, at + 9)) {
    if (block.kind === "heading" || block.kind === "row") return false
    if (/^[\s*_`]{0,8}severity[\s*_`]{0,8}[:=]/iu.test(block.text)) return true
  }
  return false
}

const openSection = (state: State, section: Section): void => {
  while ((state.sections.at(-1)?.depth ?? 0) >= section.depth) state.sections.pop()
  state.sections.push(section)
}

type Heading = Extract<Block, { readonly kind: "heading" }>

const readHeading = (state: State, block: Heading, isRated: boolean): void => {
  finish(state)
  state.label = undefined
  const { depth, line, text } = block
  const lead = leadSeverity(text)
  const label = lead === undefined ? undefined : labelOf(text)
  const isFinding = isRated || citationsIn(text).length > 0 || (lead !== undefined && label === undefined)
  const kind = sectionKind(text)
  while ((state.sections.at(-1)?.depth ?? 0) >= depth) state.sections.pop()
  const outer = inherited(state)
  if (isFinding && kind !== "summary" && outer.kind !== "summary") {
    const severity = lead?.severity ?? outer.severity
    state.draft = { text: lead?.rest ?? text, severity, kind: outer.kind ?? "concern", at: line, indent: -1 }
    return
  }
  openSection(state, { depth, kind: label?.kind ?? kind, severity: label?.severity })
}

/** The head of a finding as some tools write it: `File: a.ts`, `Line: 3`, and the words about it below. */
const isFileHead = (text: string): boolean => /^[\s*_]{0,8}file[\s*_]{0,8}:/iu.test(text)

const begin = (
  state: State,
  block: { readonly text: string; readonly line: number },
  indent: number
): void => {
  finish(state)
  const { kind, severity } = inherited(state)
  const isRating = kind === "summary" && citationsIn(block.text).length === 0
  const lead = isRating ? undefined : leadSeverity(block.text)
  state.draft = {
    text: lead?.rest ?? block.text,
    severity: lead?.severity ?? severity,
    kind,
    at: block.line,
    indent: isFileHead(block.text) ? -1 : indent
  }
}

/** Whether a block below an open finding is part of it rather than a finding of its own. */
const belongs = (draft: Draft | undefined, block: Block): draft is Draft => {
  if (draft === undefined || block.kind === "row" || block.kind === "heading") return false
  if (isFileHead(block.text) && isFileHead(draft.text)) return false
  const isAttribute = /^[\s*_`]{0,8}severity[\s*_`]{0,8}[:=]/iu.test(block.text)
  if (leadSeverity(block.text) !== undefined && !isAttribute) return false
  if (draft.indent < 0) return true
  return block.kind === "item" ? block.indent > draft.indent : isAttribute
}

const add = (draft: Draft, block: { readonly text: string }): Draft => ({
  ...draft,
  severity: draft.severity ?? leadSeverity(block.text)?.severity,
  text: `${draft.text} ${block.text}`
})

const readText = (state: State, block: Extract<Block, { readonly kind: "item" | "paragraph" }>): void => {
  const { draft } = state
  if (belongs(draft, block)) {
    state.draft = add(draft, block)
    return
  }
  finish(state)
  const indent = block.kind === "item" ? block.indent : 0
  if (state.label !== undefined && block.kind === "item" && indent <= state.label.indent)
    state.label = undefined
  const label = labelOf(block.text)
  if (label === undefined) return begin(state, block, indent)
  if (block.kind === "item") state.label = { indent, section: { depth: 8, ...label } }
  else openSection(state, { depth: 7, ...label })
}

type Row = Extract<Block, { readonly kind: "row" }>

const columns: ReadonlyArray<readonly [string, RegExp]> = [
  ["severity", /^(?:severity|priority|level|impact)$/u],
  ["verdict", /^(?:verdict|status)$/u],
  ["line", /^(?:lines?|line numbers?)$/u],
  ["file", /^(?:file|path|location)s?$/u]
]

/** The cells of a row by what their column is called; the others under an empty name. */
const named = ({ cells, head }: Row): ReadonlyArray<readonly [string, string]> =>
  cells.map((cell, index) => {
    const title = (head[index] ?? "").replaceAll("*", "").trim()
    return [columns.find(([, pattern]) => pattern.test(title))?.[0] ?? "", cell]
  })

/** A row as the text of an item: its severity first, as a mark, file and line as a citation; its number left out. */
const rowText = (row: Row): string => {
  const all = named(row)
  const cell = (name: string) => all.find(([column]) => column === name)?.[1] ?? ""
  const [severity, line] = [cell("severity"), cell("line").replace(/^L/u, "")]
  const cites = /^\d/u.test(line) && cell("file") !== ""
  const isRated = leadSeverity(`${severity}:`) !== undefined
  const parts = all.flatMap(([column, text]) => {
    if (text === "" || /^#?\d{1,4}$/u.test(text)) return []
    if ((column === "severity" && isRated) || (column === "line" && cites)) return []
    if (column === "verdict") return [`Verdict: ${text}`]
    return [column === "file" && cites ? `${text.replaceAll("`", "")}:${line}` : text]
  })
  return `${isRated ? `[${severity}] ` : ""}${parts.join(" — ")}`
}

const readRow = (state: State, row: Row): void => {
  begin(state, { text: rowText(row), line: row.line }, 0)
  finish(state)
}

/**
 * Reads the findings out of a reviewer's Markdown: bullets, numbered items, rows of tables, headings with a body,
 * paragraphs, with severities in bold, in brackets or as words, under headings that name strengths or concerns. What
 * neither rates, judges nor cites is no finding. What stands behind the first million characters is not read. Total: any text has a result, the empty one has none.
 */
export const parseFindings = (markdown: string): Findings => {
  const blocks = markdownBlocks(markdown.slice(0, maxAnswerCharacters))
  const state: State = { sections: [], draft: undefined, label: undefined, found: [] }
  blocks.forEach((block, at) => {
    if (block.kind === "heading") return readHeading(state, block, ratedBelow(blocks, at))
    if (block.kind === "row") return readRow(state, block)
    readText(state, block)
  })
  finish(state)
  const findings = state.found.slice(0, maxFindings)
  return { findings, leftOut: state.found.length - findings.length }
}
