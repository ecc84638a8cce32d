import type { History, HistoryRow } from "../../domain/install/history.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, table, type View } from "./view.ts"

const header = ["GENERATION", "VERSION", "INSTALLED", "CONSENT", "BYTES"]

const cellsOf = (row: HistoryRow): ReadonlyArray<string> => [
  `${row.generation}${row.active ? " *" : ""}`,
  visible(row.version, 24),
  row.installedAt.slice(0, 16).replace("T", " "),
  row.consent,
  row.bytes
]

/** One row per kept generation, the active one marked, and under it where it came from. */
export const renderHistory = ({ generations, id, pin }: History, view: View): string => {
  const { bold, dim, red, yellow } = view.paint
  const lines = table([header, ...generations.map(cellsOf)], (text, column, at) => {
    const row = generations[at - 1]
    if (at === 0) return dim(text)
    if (column === 3 && row?.consent !== "stands") return yellow(text)
    return column === 4 && row?.bytes !== "ok" ? red(text) : text
  })
  const sourceOf = ({ resolved, source }: HistoryRow) =>
    labelled("  ", visible(resolved === undefined ? source : `${source} (${resolved})`), view)
  const title = `${bold(visible(id))}${pin === undefined ? "" : ` pinned at ${visible(pin)}`}`
  return [
    title,
    ...lines.flatMap((line, at) => {
      const row = generations[at - 1]
      return row === undefined ? [line] : [line, ...sourceOf(row)]
    })
  ].join("\n")
}
