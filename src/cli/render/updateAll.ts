import type { UpdateReport, UpdateResult, UpdateStatus } from "../../domain/install/updates.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, type Paint, type View } from "./view.ts"

const paintOf = (status: UpdateStatus, paint: Paint): ((text: string) => string) => {
  if (status === "failed") return paint.red
  return status === "upgraded" || status === "unchanged" ? paint.green : paint.yellow
}

const versionsOf = ({ fromVersion = "", toVersion }: UpdateResult): string =>
  toVersion === undefined || toVersion === fromVersion
    ? visible(fromVersion, 24)
    : `${visible(fromVersion, 24)} -> ${visible(toVersion, 24)}`

const linesOf = (result: UpdateResult, view: View): ReadonlyArray<string> => {
  const { bold } = view.paint
  const status = paintOf(result.status, view.paint)(result.status)
  return [
    `${bold(visible(result.id, 40))} ${versionsOf(result)}: ${status}`.replace("  ", " "),
    ...(result.reason === undefined ? [] : labelled("  ", visible(result.reason), view)),
    ...(result.consentDigest === undefined ? [] : labelled("  --consent ", result.consentDigest, view))
  ]
}

const autoOff =
  "`capabilities.auto_update` is off: nothing was looked at. `gsd config set capabilities.auto_update true --user` switches it on, without `--user` for this project."

/** One line per capability, and under it why it was left as it is. */
export const renderUpdates = (report: UpdateReport, view: View): string => {
  if (report.auto === "off") return autoOff
  if (report.results.length === 0) return "No capability is installed."
  const left = report.results.filter(({ status }) => status === "consent-required").length
  const note =
    report.auto === "on" && left > 0
      ? [`${left} left: what needs a new yes is never upgraded by itself. \`gsd capability update ID\` asks.`]
      : []
  const planned = report.dryRun === true ? ["Nothing was changed; this is what would become of each."] : []
  return [...planned, ...report.results.flatMap((one) => linesOf(one, view)), ...note].join("\n")
}
