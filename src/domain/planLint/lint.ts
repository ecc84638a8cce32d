import * as Schema from "effect/Schema"
import type { PlanFile } from "../review/prompt.ts"
import { cycleFindings } from "./cycles.ts"
import { fileFindings, pathsToLookFor } from "./files.ts"
import { LintFinding } from "./finding.ts"
import { parsePlan } from "./parsePlan.ts"
import { requirementFindings, requirementsAsked, type RequirementTexts } from "./requirements.ts"
import { taskFindings } from "./tasks.ts"

/** What is judged together: the plans, and the texts that say what they must cover. */
export interface LintSubject extends RequirementTexts {
  readonly plans: ReadonlyArray<PlanFile>
}

/** JSON of `gsd plan-lint`. */
export const LintReport = Schema.Struct({
  verdict: Schema.Literals(["clean", "findings"]),
  plans: Schema.Array(
    Schema.Struct({
      path: Schema.String,
      id: Schema.String,
      tasks: Schema.Array(Schema.Struct({ name: Schema.String, line: Schema.Int }))
    })
  ),
  /** By plan as given, then by line. */
  findings: Schema.Array(LintFinding),
  /** What was not judged, and why; sentences without a final period. */
  notes: Schema.Array(Schema.String)
})
export type LintReport = typeof LintReport.Type

/** Paths that must be looked for before `lintPlans` can tell which cited files exist. */
export const pathsOf = ({ plans }: LintSubject): ReadonlyArray<string> => pathsToLookFor(plans.map(parsePlan))

/**
 * Judges plans by rules alone; the same input has the same result. `existing` holds those of `pathsOf` that exist, files
 * and folders. Total: what cannot be read as a plan is one without tasks.
 */
export const lintPlans = (subject: LintSubject, existing: ReadonlySet<string>): LintReport => {
  const plans = subject.plans.map(parsePlan)
  const asked = requirementsAsked(subject)
  const found = [
    ...plans.flatMap(taskFindings),
    ...fileFindings(plans, existing),
    ...requirementFindings(plans, asked),
    ...cycleFindings(plans)
  ]
  const rank = (path: string) => plans.findIndex((plan) => plan.path === path)
  const findings = found.toSorted((a, b) => rank(a.path) - rank(b.path) || a.line - b.line)
  return {
    verdict: findings.length === 0 ? "clean" : "findings",
    plans: plans.map(({ id, path, tasks }) => ({
      path,
      id,
      tasks: tasks.map(({ line, name }) => ({ name, line }))
    })),
    findings,
    notes: [
      ...(plans.length === 0 ? ["No plan was given"] : []),
      ...(asked.length === 0
        ? ["No text names the requirements to cover; only those that plans claim were judged"]
        : [])
    ]
  }
}
