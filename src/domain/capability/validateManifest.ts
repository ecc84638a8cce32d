import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Candidate, Origin, Rule, RuleContext, ShapeFinding } from "./Candidate.ts"
import { aloneContext, problemsOf, rootOf } from "./Candidate.ts"
import type { Problem, Verdict } from "./Problem.ts"
import { verdictOf } from "./Problem.ts"
import { isRawObject, own, pointerOf, quoteAll } from "./raw.ts"
import { rootCauses } from "./rootCauses.ts"
import { manifestRules } from "./rules.ts"
import { shapeRuleFor } from "./rules/shapes.ts"
import { Envelope } from "./schema/envelope.ts"
import { Manifest } from "./schema/manifest.ts"
import type { ShapeIssue } from "./shapeIssues.ts"
import { shapeIssuesOf } from "./shapeIssues.ts"
import { nearest } from "./suggest.ts"
import { roles } from "./vocabulary.ts"

/** A manifest to judge: the name of its folder, its raw value as read, and where it comes from. */
export interface ManifestInput {
  readonly folder: string
  readonly raw: unknown
  readonly origin: Origin
}

/**
 * Judgement on one manifest. `manifest` is present whenever the value has the right shape, even when a rule refuses
 * it, so that a plan can still disclose it; install only when `verdict` is not invalid. Unknown members are kept in
 * the raw value only.
 */
export interface Validation {
  readonly manifest: Option.Option<Manifest>
  readonly problems: ReadonlyArray<Problem>
  readonly verdict: Verdict
}

const decodeManifest = Schema.decodeUnknownResult(Manifest, { errors: "all" })
const decodeEnvelope = Schema.decodeUnknownResult(Envelope, { errors: "all" })

const roleIssues = (raw: unknown): ReadonlyArray<ShapeIssue> => {
  if (!isRawObject(raw)) return []
  const role = own(raw, "role")
  if (role === undefined)
    return [{ path: ["role"], message: "`role` is required", hint: `Add it: one of ${quoteAll(roles)}` }]
  const near = typeof role === "string" ? nearest(role, roles) : undefined
  const hint = near === undefined ? "Choose one of them" : `Did you mean \`${near}\`?`
  return [{ path: ["role"], message: `\`role\` must be one of ${quoteAll(roles)}`, hint }]
}

const shapeOf = (raw: unknown): Result.Result<Manifest, ReadonlyArray<ShapeIssue>> => {
  const role = own(raw, "role")
  if (typeof role === "string" && (roles as ReadonlyArray<string>).includes(role)) {
    return Result.mapError(decodeManifest(raw), (error) => shapeIssuesOf(error.issue, raw))
  }
  // Without a role no body can be chosen; the envelope is still judged.
  const envelope = decodeEnvelope(raw)
  const others = Result.isFailure(envelope) ? shapeIssuesOf(envelope.failure.issue, raw) : []
  return Result.fail([...roleIssues(raw), ...others])
}

const toFinding = (issue: ShapeIssue): ShapeFinding => ({
  rule: shapeRuleFor(issue.path),
  pointer: pointerOf(...issue.path),
  message: issue.message,
  hint: issue.hint,
  ...(issue.misspelt === undefined ? {} : { misspelt: pointerOf(...issue.misspelt) })
})

/** Judges one manifest by the given rules. Never throws, whatever the value. */
export const judgeManifest = (
  input: ManifestInput,
  context: RuleContext,
  rules: ReadonlyArray<Rule>
): Validation => {
  const decoded = shapeOf(input.raw)
  const candidate: Candidate = {
    ...input,
    root: rootOf(input.raw),
    context,
    shape: Result.isFailure(decoded) ? decoded.failure.map(toFinding) : []
  }
  const problems = rootCauses(problemsOf(rules, candidate))
  return { manifest: Result.getSuccess(decoded), problems, verdict: verdictOf(problems) }
}

/** Judges one manifest by every rule; without a context, alone in an empty set. Never throws, whatever the value. */
export const validateManifest = (input: ManifestInput, context: RuleContext = aloneContext): Validation =>
  judgeManifest(input, context, manifestRules)
