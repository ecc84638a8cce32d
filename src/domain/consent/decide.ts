import type { FromAgents } from "../policy/policy.ts"
import { AgentConsentDenied, ConsentMismatch, ConsentRequired } from "./errors.ts"
import type { ConsentBy, ConsentHow } from "./record.ts"

/** What the caller said beforehand. */
export interface GivenConsent {
  /** `--yes`: grants what is printed in this run. */
  readonly yes: boolean
  /** `--consent sha512-…`: grants exactly this digest. */
  readonly digest?: string
}

/** Who is calling, and what the user's policy lets agents do. */
export interface Circumstances {
  readonly by: ConsentBy
  /** The agent's name when one is calling. */
  readonly agent?: string
  readonly fromAgents: FromAgents
  /** Whether a person can be asked: stdin and stderr are terminals, and no `--json`. */
  readonly canAsk: boolean
}

/** A yes as it will be recorded. */
export interface Granted {
  readonly how: ConsentHow
  readonly by: ConsentBy
}

/** What to do about a question. */
export type ConsentDecision =
  | { readonly _tag: "Granted"; readonly granted: Granted }
  | { readonly _tag: "Ask" }
  | { readonly _tag: "Refused"; readonly error: ConsentRequired | ConsentMismatch | AgentConsentDenied }

/** The question's id and digest, and the members in which a given digest's subject differs, when that is known. */
export interface ConsentFor {
  readonly id: string
  readonly digest: string
  readonly reason: string
  readonly differing: ReadonlyArray<string>
}

const refused = (error: ConsentRequired | ConsentMismatch | AgentConsentDenied): ConsentDecision => ({
  _tag: "Refused",
  error
})

const byAgentPolicy = (
  question: ConsentFor,
  who: Circumstances,
  byDigest: boolean
): ConsentDecision | undefined => {
  if (who.agent === undefined || who.fromAgents === "allow") return undefined
  if (who.fromAgents === "digest" && byDigest) return undefined
  const { id, digest } = question
  return refused(new AgentConsentDenied({ id, agent: who.agent, policy: who.fromAgents, digest }))
}

/** Decides a consent question by digest, policy, `--yes` and terminal, in this order. Fails closed. Source: consent.md. */
export const decideConsent = (
  question: ConsentFor,
  given: GivenConsent,
  who: Circumstances
): ConsentDecision => {
  const { id, digest, reason, differing } = question
  if (given.digest !== undefined && given.digest !== digest)
    return refused(new ConsentMismatch({ id, given: given.digest, digest, differing }))
  const denied = byAgentPolicy(question, who, given.digest !== undefined)
  if (denied !== undefined) return denied
  if (given.digest !== undefined) return { _tag: "Granted", granted: { how: "digest", by: who.by } }
  if (given.yes) return { _tag: "Granted", granted: { how: "yes", by: who.by } }
  return who.canAsk ? { _tag: "Ask" } : refused(new ConsentRequired({ id, digest, reason }))
}
