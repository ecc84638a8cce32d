import type { Brought, BroughtStatus, SyncReport } from "../../domain/project/syncReport.ts"
import { labelled, safe, warningLines, type View } from "./view.ts"

const words: Readonly<Record<BroughtStatus, string>> = {
  installed: "Installed",
  unchanged: "Unchanged",
  upgraded: "Upgraded",
  downgraded: "Downgraded",
  restored: "Put back",
  removed: "Removed",
  extra: "Not named",
  failed: "Failed"
}

const versions = ({ previousVersion, version = "" }: Brought): string =>
  previousVersion === undefined || previousVersion === version
    ? safe(version)
    : `${safe(previousVersion)} -> ${safe(version)}`

const rowLines = (row: Brought, view: View): ReadonlyArray<string> => {
  const { bold, cyan, green, red, yellow } = view.paint
  const paint = row.status === "failed" ? red : row.status === "extra" ? yellow : green
  const line = `${paint(words[row.status])} ${bold(safe(row.id))} ${versions(row)}`.trimEnd()
  const { error } = row
  const told =
    error === undefined
      ? []
      : [
          ...labelled("  ", safe(error.message), view),
          ...error.hints.map((hint) => `  ${cyan("hint:")} ${safe(hint)}`)
        ]
  return [line, ...told, ...warningLines(row.warnings, view)]
}

/** One block per capability; why it failed and what to do stands under it. */
export const renderSync = ({ results }: SyncReport, view: View): string =>
  results.length === 0
    ? "Nothing is named, and nothing was done"
    : results.flatMap((row) => rowLines(row, view)).join("\n")
