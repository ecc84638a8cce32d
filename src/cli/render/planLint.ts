import type { LintFinding } from "../../domain/planLint/finding.ts"
import type { LintReport } from "../../domain/planLint/lint.ts"
import { visible } from "../../domain/text/escape.ts"
import { paragraph, safe, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

const findingLines = (finding: LintFinding, view: View): ReadonlyArray<string> => {
  const { dim, red, yellow } = view.paint
  const paint = finding.severity === "HIGH" ? red : yellow
  return [
    `${visible(finding.path)}:${finding.line} ${paint(finding.severity)} ${dim(`(${finding.rule})`)}`,
    ...paragraph(safe(finding.message), "    ", view)
  ]
}

/** Each finding with its place and its rule, what was not judged, and the verdict. */
export const renderPlanLint = (report: LintReport, view: View): string => {
  const { green, red } = view.paint
  const { findings, notes, plans, verdict } = report
  const tasks = plans.reduce((sum, plan) => sum + plan.tasks.length, 0)
  const count = [counted(plans.length, "plan"), counted(tasks, "task"), counted(findings.length, "finding")]
  return [
    ...findings.flatMap((finding) => findingLines(finding, view)),
    ...notes.flatMap((note) => paragraph(safe(`Not judged: ${note}`), "", view)),
    `${verdict === "clean" ? green("clean") : red("findings")}: ${count.join(", ")}`
  ].join("\n")
}
