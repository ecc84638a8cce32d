import * as Schema from "effect/Schema"

/** What the rules of `plan-lint` find, most severe first. */
export const lintRules = {
  "no-tasks": "HIGH",
  "task-not-closed": "HIGH",
  "missing-verify": "HIGH",
  "dependency-cycle": "HIGH",
  "missing-file": "MEDIUM",
  "missing-acceptance-criteria": "MEDIUM",
  "requirement-not-covered": "MEDIUM"
} as const

const ruleNames = Object.keys(lintRules) as ReadonlyArray<keyof typeof lintRules>

/** One finding of `plan-lint`. */
export const LintFinding = Schema.Struct({
  rule: Schema.Literals(ruleNames),
  severity: Schema.Literals(["HIGH", "MEDIUM", "LOW"]),
  path: Schema.String,
  line: Schema.Int,
  /** One sentence without a final period; values in backticks are raw. */
  message: Schema.String,
  /** Paths of the plans of a cycle, in its order. */
  members: Schema.optionalKey(Schema.Array(Schema.String))
})
export type LintFinding = typeof LintFinding.Type

/** A finding of a rule with the rule's own severity. */
export const lintFinding = (
  rule: keyof typeof lintRules,
  at: { readonly path: string; readonly line: number },
  message: string
): LintFinding => ({ rule, severity: lintRules[rule], path: at.path, line: at.line, message })
