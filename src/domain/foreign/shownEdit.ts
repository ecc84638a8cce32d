import type { Edit } from "../install/receipt.ts"
import { limits } from "../limits.ts"
import { cut, hunksBetween, type Hunk, type LineRange } from "../text/diff.ts"
import { shown, visibleLine, withLegend, type Visible } from "../text/escape.ts"
import { blockLines } from "../settings/block.ts"
import { blockFormatOf, type BlockFormat } from "../settings/format.ts"
import type { WiredEntry } from "../settings/FileWiring.ts"
import { elementValue } from "../settings/spots.ts"
import type { PlannedWiring } from "./plannedFile.ts"

const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[^\S\n]+|[^\s{}[\],:"/]+|[^]/gu

const tokensOf = (text: string): ReadonlyArray<string> => text.match(token) ?? []

const isBlank = (text: string): boolean => text.trim() === ""

const isSyntax = (text: string): boolean => isBlank(text) || /^[{}[\],:]$/u.test(text)

const isKey = (tokens: ReadonlyArray<string>, at: number): boolean =>
  tokens[at]?.startsWith('"') === true && tokens.slice(at + 1, at + 3).find((text) => !isBlank(text)) === ":"

/** As many lines as before. */
const maskOf = (text: string): string => {
  if (text.startsWith('"')) return '"…"'
  if (text.startsWith("//")) return "// …"
  return text.startsWith("/*") ? text.replaceAll(/[^\n]+/gu, "…") : "…"
}

/**
 * The lines of a settings file without what is somebody else's: its values and comments, which may be keys to other
 * services. Names of members stay.
 */
const maskedLines = (text: string, ours: ReadonlySet<string>): ReadonlyArray<string> =>
  tokensOf(text)
    .map((one, at, all) => (isSyntax(one) || ours.has(one) || isKey(all, at) ? one : maskOf(one)))
    .join("")
    .split("\n")
    .map((line) => line.replace(/\r$/u, ""))

/** What both sides of a change start or end with is cut, at a bracket or comma, when it is longer than this. */
const longestShared = 120

const nearest = 24

/** The last place in a text, up to `end`, where an item starts. */
const itemBefore = (text: string, end: number): number =>
  Math.max(0, ...["{", "[", ","].map((mark) => text.lastIndexOf(mark, end)))

/** The first place in a text, from `start` on, where an item ends. */
const itemAfter = (text: string, start: number): number => {
  const found = text.slice(start).search(/[}\],]/u)
  return found === -1 ? text.length : start + found + 1
}

const sharedStart = (left: string, right: string, most: number): number => {
  let count = 0
  while (count < most && left[count] === right[count]) count += 1
  return count
}

const sharedEnd = (left: string, right: string, most: number): number => {
  let count = 0
  while (count < most && left.at(-1 - count) === right.at(-1 - count)) count += 1
  return count
}

interface Sides {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const clipStart = ({ after, before }: Sides): Sides => {
  const [left = "", right = ""] = [before[0], after[0]]
  const shared = sharedStart(left, right, Math.min(left.length, right.length))
  if (shared <= longestShared) return { before, after }
  const from = itemBefore(left, shared - nearest)
  const clip = (lines: ReadonlyArray<string>) => [`…${lines[0]?.slice(from)}`, ...lines.slice(1)]
  return { before: clip(before), after: clip(after) }
}

const clipEnd = ({ after, before }: Sides): Sides => {
  const [left = "", right = ""] = [before.at(-1), after.at(-1)]
  const shared = sharedEnd(left, right, Math.min(left.length, right.length) - nearest - 1)
  if (shared <= longestShared) return { before, after }
  const leftOut = shared - itemAfter(left.slice(-shared), nearest)
  if (leftOut <= 0) return { before, after }
  const clip = (lines: ReadonlyArray<string>) => [
    ...lines.slice(0, -1),
    `${lines.at(-1)?.slice(0, -leftOut)}…`
  ]
  return { before: clip(before), after: clip(after) }
}

const linesIn = (lines: ReadonlyArray<string>, { count, start }: LineRange): ReadonlyArray<string> =>
  lines.slice(start - 1, start - 1 + count)

const hunkLines = (hunk: Hunk, masked: Sides): ReadonlyArray<Visible> => {
  const { after, before } = clipEnd(
    clipStart({ before: linesIn(masked.before, hunk.before), after: linesIn(masked.after, hunk.after) })
  )
  const signed = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  return [hunk.head, ...signed.map((line) => visibleLine(line, limits.shownCharacters))]
}

type Row = PlannedWiring["file"]["row"]

const ownEntries = ({ wiring }: Row): ReadonlyArray<WiredEntry> =>
  [wiring?.old, wiring?.now].flatMap((one) => one?.entries ?? [])

/** What a person may be shown of a file: the words of gsd's own entries, before and after. */
const ownTokens = (row: Row): ReadonlySet<string> =>
  new Set(ownEntries(row).flatMap((one) => tokensOf(one.element)))

/** The lines of a file that takes blocks, without those that are in none of ours. */
const maskedOutside = (text: string, ours: ReadonlySet<string>): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.replace(/\r$/u, ""))
    .map((line) => (isBlank(line) || ours.has(line) ? line : "…"))

const linesOfOurs = (row: Row, format: BlockFormat): ReadonlySet<string> =>
  new Set(
    ownEntries(row).flatMap((entry) => {
      const text = elementValue(entry)
      return typeof text === "string" ? blockLines(format, entry.place, text) : []
    })
  )

/** How the text of a file is shown. */
const maskFor = (row: Row): ((text: string) => ReadonlyArray<string>) => {
  const format = blockFormatOf(row.path)
  if (format !== undefined) {
    const lines = linesOfOurs(row, format)
    return (text) => maskedOutside(text, lines)
  }
  const ours = ownTokens(row)
  return (text) => maskedLines(text, ours)
}

const textOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

const diffOf = ({ after, before, row }: PlannedWiring["file"]): ReadonlyArray<Visible> => {
  const mask = maskFor(row)
  const texts = { before: textOf(before), after: textOf(after) }
  const masked = { before: mask(texts.before), after: mask(texts.after) }
  const hunks = hunksBetween(texts.before, texts.after, 0)
  return [
    before === undefined ? shown`--- /dev/null` : shown`--- ${row.path}`,
    after === undefined ? shown`+++ /dev/null` : shown`+++ ${row.path}`,
    ...withLegend(hunks?.flatMap((hunk) => hunkLines(hunk, masked)) ?? [shown`too different to show`])
  ]
}

/** The edits that planned wirings make, as diffs to show: what gsd adds and takes out, and no value of anybody else. */
export const editsOf = (planned: ReadonlyArray<PlannedWiring>): ReadonlyArray<Edit> =>
  planned
    .filter(({ file }) => file.row.before !== file.row.after)
    .map(({ file }) => ({ file: file.row.path, diff: cut(diffOf(file), limits.shownDiffLines).join("\n") }))
