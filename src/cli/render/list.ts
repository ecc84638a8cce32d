import type { Overlay, OverlayStatus } from "../../domain/overlay/overlay.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, table, type Paint, type View } from "./view.ts"

const statusPaint = (status: OverlayStatus, paint: Paint): ((text: string) => string) => {
  if (status === "active") return paint.green
  return status === "modified" || status === "skipped" ? paint.red : paint.yellow
}

const header = ["ID", "VERSION", "ROLE", "STATUS", "VERIFIED"]

const unknown = "-"

const cellsOf = (row: Overlay): ReadonlyArray<string> => [
  visible(row.id, 40),
  visible(row.version, 24) || unknown,
  visible(row.role, 12) || unknown,
  row.status,
  row.verifiedAt?.slice(0, 16).replace("T", " ") ?? "never"
]

/** One row per capability, and under it why it is not active. */
export const renderList = (rows: ReadonlyArray<Overlay>, view: View): string => {
  if (rows.length === 0) return "No capability is installed."
  const { bold, dim } = view.paint
  const lines = table([header, ...rows.map(cellsOf)], (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return column === 3 ? statusPaint(rows[at - 1]?.status ?? "inactive", view.paint)(text) : text
  })
  return lines
    .flatMap((line, at) => {
      const reason = at === 0 ? undefined : rows[at - 1]?.reason
      return reason === undefined ? [line] : [line, ...labelled("  ", visible(reason), view)]
    })
    .join("\n")
}
