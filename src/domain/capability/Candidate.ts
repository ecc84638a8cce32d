import type { LoopContract, LoopPoint } from "./loopContract.ts"
import { ownLoopContract } from "./loopContract.ts"
import type { Problem, Severity } from "./Problem.ts"
import type { RawObject } from "./raw.ts"
import { isRawObject } from "./raw.ts"

/** Where a manifest comes from; first-party ones may use reserved names. */
export type Origin = "first-party" | "third-party"

/** Artefact that another capability of the set produces, and the point at which it does. */
export interface ProducedArtifact {
  readonly artifact: string
  readonly point: LoopPoint
}

/** What a manifest is judged against besides itself. */
export interface RuleContext {
  readonly contract: LoopContract
  /** Ids that may not be taken, for example those of first-party capabilities when installing. */
  readonly takenIds: ReadonlySet<string>
  /** Artefacts of the other members of the set. */
  readonly produced: ReadonlyArray<ProducedArtifact>
  /** Are the capabilities in `requires` among the producers? When not, their artefacts are not asked for. */
  readonly knowsRequired: boolean
}

/** Context of a manifest judged alone: this product's loop contract, an otherwise empty set. Source: decisions "Cases files". */
export const aloneContext: RuleContext = {
  contract: ownLoopContract,
  takenIds: new Set(),
  produced: [],
  knowsRequired: false
}

/** Shape problem already attributed to its rule. */
export interface ShapeFinding {
  readonly rule: string
  readonly pointer: string
  readonly message: string
  readonly hint: string
  /** Pointer of a member that was probably meant to be the missing one at `pointer`. */
  readonly misspelt?: string
}

/** One manifest as the rules see it. `raw` is untouched input, `root` the same when it is an object, else empty. */
export interface Candidate {
  readonly folder: string
  readonly origin: Origin
  readonly raw: unknown
  readonly root: RawObject
  readonly context: RuleContext
  readonly shape: ReadonlyArray<ShapeFinding>
}

/** What a rule found: a problem without the rule's own id and severity. */
export interface Finding {
  readonly pointer: string
  readonly message: string
  readonly hint: string
}

/** What is said of a rule, as data. */
export interface RuleText {
  readonly id: string
  readonly severity: Severity
  /** What the rule asks, as one sentence for docs/rules.md. */
  readonly asks: string
  readonly source: string
}

/**
 * One rule, described as data. `judge` looks at the raw value, so that it reports even when a sibling is broken;
 * it stays silent where the value it needs has the wrong type, because the shape rule reports that.
 */
export interface Rule extends RuleText {
  readonly judge: (candidate: Candidate) => ReadonlyArray<Finding>
}

/** Problems that rules find in a candidate, in the order of the rules. */
export const problemsOf = (rules: ReadonlyArray<Rule>, candidate: Candidate): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  for (const { id, severity, judge } of rules)
    for (const finding of judge(candidate)) problems.push({ rule: id, severity, ...finding })
  return problems
}

/** The value as an object, empty when it is none. */
export const rootOf = (raw: unknown): RawObject => (isRawObject(raw) ? raw : {})
