import type { Overlay, OverlayStatus } from "../../domain/overlay/overlay.ts"
import { visible } from "../../domain/text/escape.ts"
import { wiredLines } from "./wiring.ts"
import { labelled, table, widthOf, type Paint, type View } from "./view.ts"

const statusPaint = (status: OverlayStatus, paint: Paint): ((text: string) => string) => {
  if (status === "active") return paint.green
  return status === "modified" || status === "skipped" ? paint.red : paint.yellow
}

const header = ["ID", "VERSION", "STATUS", "ROLE", "VERIFIED"]

const unknown = "-"

const cellsOf = (row: Overlay): ReadonlyArray<string> => [
  visible(row.id, 40),
  visible(row.version, 24) || unknown,
  row.status,
  visible(row.role, 12) || unknown,
  row.verifiedAt?.slice(0, 16).replace("T", " ") ?? "never"
]

const leastColumns = 3

const columnGap = 2

/** As many columns, from the left, as the view is wide enough for. */
const fitting = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  view: View
): ReadonlyArray<ReadonlyArray<string>> => {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))))
  const widthOfFirst = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width + columnGap, -columnGap)
  let count = header.length
  while (count > leastColumns && widthOfFirst(count) > (view.width ?? Number.POSITIVE_INFINITY)) count -= 1
  return rows.map((row) => row.slice(0, count))
}

/** What stands below a row: why it is not active, what else is worth knowing, and where it is wired. */
const asideOf = (row: Overlay | undefined, view: View): ReadonlyArray<string> =>
  row === undefined
    ? []
    : [
        ...(row.reason === undefined ? [] : labelled("  ", visible(row.reason), view)),
        ...(row.note === undefined ? [] : labelled("  ", visible(row.note), view)),
        ...wiredLines(row.wired, "  ", view)
      ]

/** One row per capability, and under it why it is not active and where it is wired. */
export const renderList = (rows: ReadonlyArray<Overlay>, view: View): string => {
  if (rows.length === 0) return "No capability is installed."
  const { bold, dim } = view.paint
  const lines = table(fitting([header, ...rows.map(cellsOf)], view), (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return column === 2 ? statusPaint(rows[at - 1]?.status ?? "inactive", view.paint)(text) : text
  })
  return lines.flatMap((line, at) => [line, ...asideOf(rows[at - 1], view)]).join("\n")
}
