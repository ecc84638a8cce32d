import type { ConsentRecord } from "../consent/record.ts"
import type { LedgerEntry } from "../ledger/entry.ts"
import type { BundleVerdict } from "../verify/verdict.ts"
import type { OverlayStatus } from "./overlay.ts"

/** Everything that decides whether an installed capability is acted on. */
export interface ActivationFacts {
  readonly entry: LedgerEntry
  readonly verdict: BundleVerdict
  /** Why the bytes could not be looked at, when they could not. */
  readonly bytesProblem?: string
  /** Why the manifest cannot be used, when it cannot. */
  readonly problem?: string
  /** Why this engine is not the right one, when it is not. */
  readonly incompatible?: string
  readonly record: ConsentRecord | undefined
  /** Why consent cannot be looked up at all, when it cannot. */
  readonly consentProblem?: string
  /** Why the policy forbids the source, when it does. */
  readonly policyProblem?: string
}

/** A status with its reason. */
export interface Activation {
  readonly status: OverlayStatus
  readonly reason?: string
}

/** What to say of a bundle whose bytes are not those that were consented to. */
export const bytesReason = (verdict: BundleVerdict): string => {
  const files = verdict.files.slice(0, 3).map((file) => `\`${file.path}\` ${file.state}`)
  const more = verdict.files.length > 3 ? ` and ${verdict.files.length - 3} more` : ""
  return `its files are not as recorded: ${files.join(", ")}${more}`
}

const consentReason = (facts: ActivationFacts): string | undefined => {
  if (facts.consentProblem !== undefined) return facts.consentProblem
  if (facts.record === undefined) return "nobody consented to these bytes on this machine"
  if (facts.record.contentHash !== facts.entry.contentHash) return "the consent record is for other bytes"
  return facts.record.revoked === undefined ? undefined : `consent was revoked at ${facts.record.revoked}`
}

/**
 * Active iff bytes, manifest, engine range, policy and consent are all in order; else the first that is not, in this
 * order. Source: consent.md "Active iff".
 */
export const decideActivation = (facts: ActivationFacts): Activation => {
  if (facts.bytesProblem !== undefined)
    return { status: "inactive", reason: `its files cannot be read: ${facts.bytesProblem}` }
  if (facts.verdict.verdict !== "ok") return { status: "modified", reason: bytesReason(facts.verdict) }
  if (facts.problem !== undefined) return { status: "skipped", reason: facts.problem }
  if (facts.incompatible !== undefined) return { status: "incompatible", reason: facts.incompatible }
  if (facts.entry.disabled === true) return { status: "inactive", reason: "it is disabled" }
  if (facts.policyProblem !== undefined) return { status: "inactive", reason: facts.policyProblem }
  const reason = consentReason(facts)
  return reason === undefined ? { status: "active" } : { status: "inactive", reason }
}
