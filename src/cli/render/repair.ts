import type { RebuiltEntry } from "../../domain/doctor/rebuilt.ts"
import type { RebuildPlan, RebuildReport } from "../../domain/doctor/rebuildPlan.ts"
import type { RepairPlan, Treatment, TreatedFinding } from "../../domain/doctor/treatment.ts"
import { visible } from "../../domain/text/escape.ts"
import { byKind, findingLines } from "./doctor.ts"
import { labelled, paragraph, safe, warningLines, type View } from "./view.ts"
import { editLines } from "./wiring.ts"
import { counted } from "../../domain/text/counted.ts"

const section = (title: string, lines: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", view.paint.bold(title), ...lines]

const pathLines = (paths: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  paths.flatMap((one) => labelled("  ", visible(one), view))

/** What `doctor --fix` would do to files that are not gsd's own. */
export const renderRepairPlan = (plan: RepairPlan, view: View): string => {
  const edits = plan.edits.flatMap((edit) => [
    ...labelled("  ", visible(edit.file), view),
    ...editLines([edit], "    ", view)
  ])
  return [
    ...paragraph("`--fix` would also change files of other programs.", "", view),
    ...section("Edits", edits, view),
    ...section("Deletions of what gsd left there", pathLines(plan.deletions, view), view)
  ].join("\n")
}

const treatedLines = (finding: TreatedFinding, view: View): ReadonlyArray<string> => {
  if (finding.outcome !== "fixed") return findingLines(finding, view)
  return labelled("", `${finding.kind}: ${finding.message}`, view)
}

/** What became of every finding, the mended ones first, and how many are left. */
export const renderTreatment = ({ findings, healthy, warnings }: Treatment, view: View): string => {
  const { bold, green } = view.paint
  const outcomes = [
    ["fixed", "Fixed"],
    ["declined", "Declined, and as it was"],
    ["left", "Left"]
  ] as const
  const sections = outcomes.flatMap(([outcome, title]) => {
    const these = byKind(findings.filter((one) => one.outcome === outcome))
    return these.length === 0
      ? []
      : [bold(`${title}:`), ...these.flatMap((one) => treatedLines(one, view)), ""]
  })
  const left = findings.filter((one) => one.outcome !== "fixed").length
  return [
    ...sections,
    ...warningLines(warnings, view),
    healthy ? green("Everything is in order.") : bold(`${counted(left, "finding is", "findings are")} left`)
  ].join("\n")
}

const entryLines = (entry: RebuiltEntry, view: View): ReadonlyArray<string> => {
  const consent = entry.consented ? "consented" : "inactive until you consent again"
  const kept = counted(entry.generations, "generation")
  return [
    ...labelled("  ", `${visible(entry.id)} ${visible(entry.version)} (${kept}, ${consent})`, view),
    ...labelled("    source  ", entry.source === "" ? "not known any more" : visible(entry.source), view),
    ...entry.wired.flatMap((file) => labelled("    wired   ", visible(file), view))
  ]
}

const planLines = (plan: RebuildPlan, view: View): ReadonlyArray<string> => [
  ...section(
    "Entries",
    plan.entries.flatMap((one) => entryLines(one, view)),
    view
  ),
  ...section("Lost: not in the store any more, to be installed again", pathLines(plan.lost, view), view),
  ...section("Interrupted transactions, closed first", pathLines(plan.interrupted, view), view),
  ...section(
    "Notes",
    plan.notes.flatMap((one) => labelled("  ", safe(one), view)),
    view
  )
]

/** What a rebuilt ledger would say. */
export const renderRebuildPlan = (plan: RebuildPlan, view: View): string =>
  [
    ...labelled("Would write anew: ", visible(plan.ledger), view),
    ...(plan.entries.length === 0 ? paragraph("No capability could be told.", "", view) : []),
    ...planLines(plan, view)
  ].join("\n")

/** What was written anew, or that nothing was. */
export const renderRebuildReport = (report: RebuildReport, view: View): string => {
  const { green, yellow } = view.paint
  if (report.status === "declined") return yellow("Declined; nothing was changed.")
  return [
    ...labelled("", `Rebuilt ${visible(report.ledger)}`, view).map((line) => green(line)),
    ...(report.kept === undefined
      ? []
      : labelled("  the broken one is kept, and may be deleted: ", visible(report.kept), view)),
    ...planLines(report, view),
    ...warningLines(report.warnings, view),
    "",
    "`gsd doctor` says what else is to be done."
  ].join("\n")
}
