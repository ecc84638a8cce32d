import type { Finding, RuleText } from "../capability/Candidate.ts"
import type { LoopContract } from "../capability/loopContract.ts"
import type { Named } from "../capability/raw.ts"
import type { SetFacts } from "./facts.ts"

/** What a set is judged against besides its members. */
export interface SetContext {
  /** Version of the manifest contract that the engine implements; undefined leaves `engines` unjudged. */
  readonly hostVersion: string | undefined
  /** What the host's workflows publish; this product's own when left out. */
  readonly contract?: LoopContract
}

/** Whether a member belongs to the product or was added to it. */
export type SetOrigin = "first-party" | "overlay"

/** Rule about one member as it meets what surrounds the set: the engine, the central schema, the command line. */
export interface MemberRule extends RuleText {
  readonly kind: "member"
  readonly judge: (facts: SetFacts, origin: SetOrigin, context: SetContext) => ReadonlyArray<Finding>
}

/** Rule about names that one member of the set holds alone. */
export interface ClaimRule extends RuleText {
  readonly kind: "claim"
  /** What such a name is, for the message: "skill". */
  readonly what: string
  /** Names by which others require a member: settled before anybody's requirements are looked at. */
  readonly isIdentity?: boolean
  /** With "dotted", a name also meets those above and below it: `a.b` meets `a` and `a.b.c`. */
  readonly compares: "equal" | "dotted"
  readonly claims: (facts: SetFacts) => ReadonlyArray<Named>
}

/** Something a member needs of another one: an offer of this name at this rank or an earlier one. */
export interface Need extends Named {
  readonly kind: OfferKind
  readonly rank: number
}

/** Kinds of things that members offer to each other. */
export type OfferKind = "capability" | "runtime" | "artifact"

/** Something a member offers to the others, from a rank of the loop on (0 for what has no place in the loop). */
export interface Offer {
  readonly kind: OfferKind
  readonly name: string
  readonly rank: number
}

/** What a member that is out would offer; others that need it are told so. */
export interface Lost {
  readonly id: string
  readonly offers: ReadonlyArray<Pick<Offer, "kind" | "name">>
  /** A person switched it off; nothing is wrong with it. */
  readonly isSwitchedOff?: boolean
}

/** Rule that something a member needs is offered by another member. */
export interface NeedRule extends RuleText {
  readonly kind: "need"
  readonly needs: (facts: SetFacts, contract: LoopContract) => ReadonlyArray<Need>
  /** Sentence about a need that nobody meets; `near` is a similar name that is offered. */
  readonly finding: (need: Need, near: string | undefined) => Finding
}

/** Rule about a member and one that it requires. */
export interface PairRule extends RuleText {
  readonly kind: "pair"
  readonly judge: (facts: SetFacts, required: SetFacts, by: Named) => ReadonlyArray<Finding>
}

/** Rule that members do not wait for each other in a ring. */
export interface RingRule extends RuleText {
  readonly kind: "ring"
  /** What forms the ring: `requires` itself, or hooks at one point. */
  readonly over: "requires" | "steps" | "contributions"
  readonly finding: (pointer: string, members: ReadonlyArray<string>) => Finding
}

/** Rule about a member of a set that is otherwise in order, by the names that the accepted members have. */
export interface AfterRule extends RuleText {
  readonly kind: "after"
  readonly known: (facts: SetFacts) => ReadonlyArray<string>
  readonly judge: (facts: SetFacts, known: ReadonlySet<string>) => ReadonlyArray<Finding>
}

/** One rule over a set of manifests, described as data. */
export type SetRule = MemberRule | ClaimRule | NeedRule | PairRule | RingRule | AfterRule
