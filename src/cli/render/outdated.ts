import type { OutdatedRow, OutdatedStatus } from "../../domain/outdated/row.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, table, type Paint, type View } from "./view.ts"

const header = ["ID", "CURRENT", "LATEST", "STATUS", "SOURCE"]

const unknown = "-"

const cellsOf = (row: OutdatedRow): ReadonlyArray<string> => [
  visible(row.id, 40),
  visible(row.current, 24) || unknown,
  row.latest === null ? unknown : visible(row.latest, 24) || unknown,
  row.status,
  row.sourceKind
]

const paintOf = (status: OutdatedStatus | undefined, paint: Paint): ((text: string) => string) => {
  if (status === "current") return paint.green
  return status === "unknown" ? paint.red : paint.yellow
}

/** One row per capability, and under it the reason where there is one. */
export const renderOutdated = (rows: ReadonlyArray<OutdatedRow>, view: View): string => {
  if (rows.length === 0) return "No capability is installed."
  const { bold, dim } = view.paint
  const lines = table([header, ...rows.map(cellsOf)], (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return column === 3 ? paintOf(rows[at - 1]?.status, view.paint)(text) : text
  })
  return lines
    .flatMap((line, at) => {
      const reason = rows[at - 1]?.reason
      return reason === undefined ? [line] : [line, ...labelled("  ", visible(reason), view)]
    })
    .join("\n")
}
