import type { Matrix, MatrixRow } from "../../domain/registry/matrix.ts"
import { visible } from "../../domain/text/escape.ts"
import { codeSpan } from "../../domain/review/fence.ts"
import { labelled, safe, table, type View } from "./view.ts"

const none = "-"

const listed = (words: ReadonlyArray<string>): string => (words.length === 0 ? none : words.join(" "))

const header = ["ID", "VERSION", "TIER", "ROLE", "LANE", "KINDS", "POINTS"]

const cellsOf = (row: MatrixRow): ReadonlyArray<string> => [
  visible(row.id, 40),
  visible(row.version, 24),
  row.tier,
  row.role,
  visible(row.lane ?? none, 40),
  listed(row.kinds),
  listed(row.points)
]

/** One row per capability, and below them who is installed and not acted on, with the reason. */
export const renderMatrix = ({ capabilities, skipped }: Matrix, view: View): string => {
  const { bold, dim } = view.paint
  const lines = table([header, ...capabilities.map(cellsOf)], (text, column, row) =>
    row === 0 ? dim(text) : column === 0 ? bold(text) : text
  )
  const left = skipped.flatMap(({ id, reason }) => [
    `${bold(visible(id, 40))} is installed and not acted on:`,
    ...labelled("  ", safe(reason), view)
  ])
  return [...lines, ...left].join("\n")
}

/** A value in a cell of a Markdown table: inline code, no mark of the table in it. */
const code = (text: string): string => codeSpan(visible(text), 200).replaceAll("|", "\\|")

const codes = (words: ReadonlyArray<string>): string => words.map(code).join(", ")

const columns = ["id", "version", "tier", "role", "points", "hook kinds", "engines", "lane"]

const markdownRow = (row: MatrixRow): string => {
  const { engines, lane } = row
  const cells = [
    code(row.id),
    code(row.version),
    row.tier,
    row.role,
    codes(row.points),
    row.kinds.join(", "),
    engines === null ? "" : code(engines),
    lane === null ? "" : code(lane)
  ]
  return `| ${cells.join(" | ")} |`
}

/** The same as a table of Markdown; who is not acted on is a list below it. */
export const renderMatrixMarkdown = ({ capabilities, skipped }: Matrix): string =>
  [
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...capabilities.map(markdownRow),
    ...(skipped.length === 0 ? [] : ["", "Installed and not acted on:", ""]),
    ...skipped.map(({ id, reason }) => `- ${code(id)}: ${code(reason)}`)
  ].join("\n")
