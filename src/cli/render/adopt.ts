import type { AdoptReport, AdoptRow, AdoptStatus } from "../../domain/adopt/report.ts"
import { labelled, paragraph, safe, warningLines, type View } from "./view.ts"
import { editLines, wiredLines } from "./wiring.ts"

const words: Readonly<Record<AdoptStatus, string>> = {
  adopted: "Adopted",
  planned: "Planned",
  recorded: "Recorded",
  unfit: "Unfit",
  failed: "Failed"
}

const painted = (status: AdoptStatus, { green, red, yellow }: View["paint"]): string => {
  const paint = status === "adopted" ? green : status === "failed" || status === "unfit" ? red : yellow
  return paint(words[status])
}

const errorLines = ({ error }: AdoptRow, view: View): ReadonlyArray<string> =>
  error === undefined
    ? []
    : [
        ...labelled("  ", safe(error.message), view),
        ...error.hints.flatMap((hint) => paragraph(`${view.paint.cyan("hint:")} ${safe(hint)}`, "  ", view))
      ]

const rowLines = (row: AdoptRow, view: View): ReadonlyArray<string> => {
  const { bold, dim } = view.paint
  const from = row.source === undefined ? "" : dim(` (${safe(row.source)})`)
  const version = row.version === undefined ? "" : ` ${safe(row.version)}`
  const went = row.status === "planned" ? "would go" : "gone"
  return [
    `${painted(row.status, view.paint)} ${bold(safe(row.id))}${version}${from}`,
    ...errorLines(row, view),
    ...wiredLines(row.wired, "  ", view),
    ...editLines(row.edits ?? [], "    ", view),
    ...row.gone.flatMap((path) => labelled(`  ${went} `, safe(path), view)),
    ...row.kept.flatMap(({ path, reason }) => labelled("  kept ", `${safe(path)}: ${safe(reason)}`, view)),
    ...warningLines(row.warnings, view)
  ]
}

const afterwards = ({ results, scope }: AdoptReport, view: View): ReadonlyArray<string> => {
  const flag = scope === "project" ? " --scope project" : ""
  if (results.some(({ status }) => status === "recorded"))
    return paragraph(
      `Nothing was changed; \`gsd capability adopt ID…${flag}\` or \`--all\` takes them over`,
      "",
      view
    )
  return results.some(({ status }) => status === "adopted")
    ? paragraph(`Hosts see their skills after \`gsd runtime apply RUNTIME${flag}\``, "", view)
    : []
}

/** One block per capability; why it was not taken over, and what stays, stands under it. */
export const renderAdopt = (report: AdoptReport, view: View): string =>
  report.results.length === 0
    ? `Nothing is recorded in \`${safe(report.ledger)}\`, and nothing was done`
    : [...report.results.flatMap((row) => rowLines(row, view)), ...afterwards(report, view)].join("\n")
