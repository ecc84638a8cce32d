import type { Severity } from "../capability/Problem.ts"

/** What is wrong with a workflow, and where: the line counts from 1. */
export interface WorkflowProblem {
  readonly rule: string
  readonly severity: Severity
  readonly line: number
  /** A sentence without a period. */
  readonly message: string
  readonly hint: string
}

/** An error at a line, by the last part of its rule. */
export const errorAt = (
  [line, rule]: readonly [line: number, rule: string],
  message: string,
  hint: string
): WorkflowProblem => ({
  rule: `workflow.${rule}`,
  severity: "error",
  line,
  message,
  hint
})
