import { codeSpan } from "../review/fence.ts"
import type { LintFinding } from "./finding.ts"
import type { LintReport } from "./lint.ts"

const place = ({ line, path }: { readonly line: number; readonly path: string }): string =>
  codeSpan(`${path}:${line}`)

/** The verdict stands before foreign text, so that no name of a task can state another. */
const concern = (finding: LintFinding): string =>
  `- [${finding.severity}] Verdict: concern. ${place(finding)}: ${finding.message} (${finding.rule})`

type ReportedPlan = LintReport["plans"][number]

const planPart = (plan: ReportedPlan, findings: ReadonlyArray<LintFinding>): string => {
  const own = findings.filter(({ path }) => path === plan.path)
  const tasks = plan.tasks.map(
    ({ line, name }) => `- ${place({ path: plan.path, line })}: ${codeSpan(name, 120)}`
  )
  return [
    `## ${codeSpan(plan.id)}`,
    "### Summary",
    `${codeSpan(plan.path)} was judged by rules alone: tasks ${plan.tasks.length}, findings ${own.length}.`,
    ...(tasks.length === 0 ? [] : [tasks.join("\n")]),
    "### Concerns",
    own.length === 0 ? "None." : own.map(concern).join("\n")
  ].join("\n\n")
}

/** The report as a review in Markdown, in the form that reviewers are asked for. */
export const lintReview = ({ findings, notes, plans }: LintReport): string =>
  [
    "# Plan lint",
    ...(notes.length === 0 ? [] : [`Not judged: ${notes.join("; ")}.`]),
    ...plans.map((plan) => planPart(plan, findings))
  ]
    .join("\n\n")
    .concat("\n")
