import type { DisclosureClass, DisclosureLine } from "../../domain/disclosure/DisclosureLine.ts"
import type { ManifestFault } from "../../domain/install/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { ShownChange } from "../../domain/install/plan.ts"
import type { Edit, Wired } from "../../domain/install/receipt.ts"
import { diffLines } from "./diff.ts"
import { labelled, padded, paragraph, safe, widthOf, type View } from "./view.ts"
import { editLines, wiredLines } from "./wiring.ts"

/** What a disclosure is made of; every text of `disclosure`, `notices` and `changes` is escaped already. */
export interface DisclosureText {
  readonly id: string
  readonly version: string
  readonly previousVersion?: string
  readonly scope: "global" | "project"
  /** Escaped. */
  readonly source: string
  /** What deserves a word about how the source was had. */
  readonly notes?: ReadonlyArray<string>
  readonly digest: string
  readonly disclosure: ReadonlyArray<DisclosureLine>
  readonly notices: ReadonlyArray<string>
  readonly changes: ReadonlyArray<ShownChange>
  /** Entries in settings files, as they are or would be. */
  readonly wiring?: ReadonlyArray<Wired>
  readonly edits?: ReadonlyArray<Edit>
  /** Runtimes that are kept in step and that it would go to. */
  readonly runtimes?: ReadonlyArray<string>
  readonly problems?: ReadonlyArray<ManifestFault>
  /** Why it is asked; one sentence. */
  readonly reason?: string
  /** Why an install would not even ask. */
  readonly refused?: Pick<Failure, "hints" | "message">
}

const titles: Readonly<Record<DisclosureClass, string>> = {
  hook: "Hooks",
  "command-module": "Command modules",
  "mcp-server": "MCP servers",
  "reviewer-lane": "Reviewer lanes",
  gate: "Gates",
  resolver: "Task resolvers",
  other: "Other programs",
  instruction: "Instructions"
}

const order: ReadonlyArray<DisclosureClass> = [
  "hook",
  "command-module",
  "mcp-server",
  "reviewer-lane",
  "gate",
  "resolver",
  "other",
  "instruction"
]

/** Lines of one part that a person is expected to read; the rest is counted, warnings are always shown. */
export const mostLines = 1000

const widestField = 24

/** A field that is longer than its column has lines of its own, so that none of it lands at the start of a line. */
const factLines = (line: DisclosureLine, column: number, view: View): ReadonlyArray<string> => {
  const { dim, yellow } = view.paint
  const isLong = widthOf(line.field) > column
  const label = isLong ? "      " : `    ${padded(line.field, column)}  `
  const [first = "", ...rest] = labelled(label, line.value, view)
  const value = isLong ? [first, ...rest] : [dim(label) + first.slice(label.length), ...rest]
  const warning = line.warning === undefined ? [] : labelled("    warning: ", line.warning, view)
  return [
    ...(isLong ? labelled("    ", line.field, view).map((one) => dim(one)) : []),
    ...value.map((one) => one.trimEnd()),
    ...warning.map((one) => yellow(one))
  ]
}

const subjectLines = (lines: ReadonlyArray<DisclosureLine>, view: View): ReadonlyArray<string> => {
  const column = Math.min(widestField, Math.max(...lines.map((line) => widthOf(line.field))))
  const facts = lines.flatMap((line) => factLines(line, column, view))
  return [...labelled("  ", lines[0]?.subject ?? "", view), ...facts]
}

/** A hook, lane, server or text of the loop starts with what it does, so two of one name stay apart. */
const begins = ({ class: kind, field }: DisclosureLine): boolean =>
  field === "runs" || (kind === "instruction" && field === "instructs")

/** Lines in runs of one subject, in their order. */
const runs = (lines: ReadonlyArray<DisclosureLine>): ReadonlyArray<ReadonlyArray<DisclosureLine>> => {
  const found: Array<Array<DisclosureLine>> = []
  for (const line of lines) {
    const last = found.at(-1)
    if (last !== undefined && last[0]?.subject === line.subject && !begins(line)) last.push(line)
    else found.push([line])
  }
  return found
}

const classLines = (text: DisclosureText, kind: DisclosureClass, view: View): ReadonlyArray<string> => {
  const all = text.disclosure.filter((line) => line.class === kind)
  if (all.length === 0) return []
  const kept = all.filter((line, at) => at < mostLines || line.warning !== undefined)
  const left = all.length - kept.length
  return [
    view.paint.bold(titles[kind]),
    ...runs(kept).flatMap((run) => subjectLines(run, view)),
    ...(left === 0 ? [] : [`    (${left} more facts; \`gsd capability plan --json\` has all)`]),
    ""
  ]
}

const changeLines = (change: ShownChange, view: View): ReadonlyArray<string> => [
  ...labelled(`  ${padded(change.kind, 7)}  `, change.path, view),
  ...(change.diff === undefined || change.diff === "" ? [] : diffLines(change.diff, "    ", view))
]

const changesLines = (text: DisclosureText, view: View): ReadonlyArray<string> => {
  if (text.changes.length === 0) return []
  const from = text.previousVersion === undefined ? "the installed generation" : text.previousVersion
  const lines = text.changes.flatMap((change) => changeLines(change, view))
  const left = lines.length - mostLines
  return [
    view.paint.bold(`Changes to ${from}`),
    ...lines.slice(0, mostLines),
    ...(left <= 0 ? [] : [`    (${left} more lines; \`gsd capability plan --json\` has all)`]),
    ""
  ]
}

const wiringLines = ({ edits = [], wiring = [] }: DisclosureText, view: View): ReadonlyArray<string> => {
  if (wiring.length + edits.length === 0) return []
  const lines = [...wiredLines(wiring, "  ", view), ...editLines(edits, "    ", view)]
  return [view.paint.bold("Settings files"), ...lines, ""]
}

const problemLines = (problems: ReadonlyArray<ManifestFault>, view: View): ReadonlyArray<string> => {
  if (problems.length === 0) return []
  const { bold, red, yellow } = view.paint
  const lines = problems.slice(0, mostLines).flatMap((one) => {
    const paint = one.severity === "error" ? red : yellow
    const at = one.pointer === "" ? "/" : one.pointer
    return labelled("  ", safe(`${one.severity} at ${at}: ${one.message}`), view).map((line) => paint(line))
  })
  return [bold("Manifest"), ...lines, ""]
}

const refusedLines = ({ refused }: DisclosureText, view: View): ReadonlyArray<string> =>
  refused === undefined
    ? []
    : [
        ...labelled("  install would be refused: ", safe(refused.message), view).map((line) =>
          view.paint.red(line)
        ),
        ...refused.hints.flatMap((hint) => labelled("  hint: ", safe(hint), view))
      ]

const headLines = (text: DisclosureText, view: View): ReadonlyArray<string> => {
  const { bold, dim } = view.paint
  const [name = "", ...more] = labelled("", `${safe(text.id)} ${safe(text.version)}`, view)
  return [
    `${bold(name)}${dim(`, ${text.scope} scope`)}`,
    ...more,
    ...labelled("  from  ", text.source, view),
    ...(text.runtimes === undefined
      ? []
      : labelled("  goes  ", `to ${text.runtimes.map(safe).join(", ")}, kept in step from then on`, view)),
    ...(text.notes ?? []).flatMap((note) => labelled("  note  ", safe(note), view)),
    ...refusedLines(text, view),
    ...(text.reason === undefined ? [] : labelled("  asks  ", text.reason, view)),
    ""
  ]
}

const nothing = "  It runs nothing, receives nothing and instructs nothing."

/** What a capability may do: grouped by class, then what changes, what is never checked, and the digest. */
export const renderDisclosure = (text: DisclosureText, view: View): string => {
  const powers = order.flatMap((kind) => classLines(text, kind, view))
  const { bold, dim } = view.paint
  return [
    ...headLines(text, view),
    ...(powers.length === 0 ? [nothing, ""] : powers),
    ...changesLines(text, view),
    ...wiringLines(text, view),
    ...problemLines(text.problems ?? [], view),
    ...text.notices.flatMap((notice) => paragraph(notice, "  ", view).map((line) => dim(line))),
    ...(text.notices.length === 0 ? [] : [""]),
    bold("Consent digest"),
    `  ${text.digest}`
  ].join("\n")
}
