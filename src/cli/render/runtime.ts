import type { RuntimeRow } from "../../domain/runtime/row.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, safe, table, type View } from "./view.ts"

const header = ["ID", "TITLE", "TIER", "THERE", "CONFIG", "HOOKS", "ORIGIN"]

const thereOf = ({ exists, home }: RuntimeRow): string => {
  if (home === null) return "-"
  return exists === null ? "unknown" : exists ? "yes" : "no"
}

const cellsOf = (row: RuntimeRow): ReadonlyArray<string> => [
  visible(row.id, 40),
  visible(row.title, 32),
  String(row.supportTier),
  thereOf(row),
  row.configFormat,
  row.hooksSurface,
  row.origin
]

const asideOf = ({ home, others, reason }: RuntimeRow, view: View): ReadonlyArray<string> => [
  ...(home === null ? labelled("  none: ", safe(reason), view) : labelled("  ", visible(home), view)),
  ...others.flatMap((one) => labelled("  also there: ", visible(one), view))
]

/** One row per runtime, and under it its home, or why it has none. */
export const renderRuntimes = (rows: ReadonlyArray<RuntimeRow>, view: View): string => {
  const { bold, dim, green } = view.paint
  const lines = table([header, ...rows.map(cellsOf)], (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return column === 3 && text === "yes" ? green(text) : text
  })
  const [head = "", ...rest] = lines
  return [
    head,
    ...rest.flatMap((line, at) => [line, ...(rows[at] === undefined ? [] : asideOf(rows[at], view))])
  ].join("\n")
}
