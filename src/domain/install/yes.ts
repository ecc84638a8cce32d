import { agentsNotShown, declaresAgents, hasUnshownAgents } from "../consent/agents.ts"
import type { Granted } from "../consent/decide.ts"
import {
  findRecord,
  type ConsentKey,
  type ConsentRecord,
  type ConsentState,
  type Egress
} from "../consent/record.ts"
import type { BundleFile } from "../content/BundleFile.ts"
import { consentFacts, reasonsToAsk, type ConsentReason } from "../disclosure/consentNeed.ts"
import { sameJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"
import type { LedgerState } from "../ledger/state.ts"
import { visible } from "../text/escape.ts"
import type { Baseline } from "./baseline.ts"
import type { Status } from "./decide.ts"

/** A yes to exactly these bytes: the record that stands already, or one that is to be written. */
export type Yes = { readonly _tag: "Standing" } | ({ readonly _tag: "New" } & Granted)

/** What decides whether a person is asked. */
export interface YesFacts {
  readonly status: Status
  readonly raw: JsonValue
  readonly files: ReadonlyArray<BundleFile>
  readonly egress: ReadonlyArray<Egress>
  readonly baseline: Baseline | undefined
  /** A record that covers the digest already, from an earlier yes. */
  readonly standing: ConsentRecord | undefined
}

/** Reasons that one sentence names; the others are counted. */
const namedReasons = 5

const differenceOf = (reasons: ReadonlyArray<ConsentReason>): string => {
  const places = reasons.slice(0, namedReasons).map((one) => `${one.kind} \`${visible(one.path)}\``)
  const more = reasons.length > namedReasons ? `, and ${reasons.length - namedReasons} more` : ""
  return `what it can do differs from what was consented to: ${places.join(", ")}${more}`
}

/**
 * Finds the yes that covers the bytes: a standing one, or that to the installed generation, carried because nothing
 * which can run, receive or instruct differs and all of it was shown. Else says why a person is asked. Source:
 * consent.md "Update".
 */
export const decideYes = (facts: YesFacts): Yes | { readonly _tag: "Ask"; readonly reason: string } => {
  const { baseline } = facts
  const ask = (reason: string) => ({ _tag: "Ask", reason }) as const
  if (facts.standing !== undefined) return { _tag: "Standing" }
  if (baseline === undefined) return ask("nobody consented to it here yet")
  const { record, verified } = baseline
  if (record === undefined) return ask("the installed generation has no consent record")
  if (record.revoked !== undefined) return ask("consent to the installed generation was revoked")
  if (verified === undefined)
    return ask("the installed generation was modified, so nothing can be carried over")
  if (facts.status === "downgraded") return ask("it is older than the installed generation")
  if (!sameJson(record.egress, facts.egress)) return ask("it would send data elsewhere than was consented to")
  if (hasUnshownAgents(declaresAgents(verified.raw), record)) return ask(agentsNotShown)
  const before = consentFacts(verified.raw, verified.files)
  const reasons = reasonsToAsk(before, consentFacts(facts.raw, facts.files))
  return reasons.length === 0 ? { _tag: "New", how: "carried", by: record.by } : ask(differenceOf(reasons))
}

/** What a yes was given on. */
export interface Asked {
  /** Of the bytes that the yes is for. */
  readonly key: ConsentKey
  readonly baseline: Baseline | undefined
  readonly yes: Yes
}

/** Records as they are now that nobody else can change them. */
export interface Records {
  readonly ledger: Pick<LedgerState, "entries">
  readonly consent: ConsentState
}

const stands = (consent: ConsentState, key: ConsentKey): boolean => {
  const record = findRecord(consent, key)
  return record !== undefined && record.revoked === undefined
}

/** What of that on which a yes was given stands no more, as a sentence; undefined when all of it does. */
export const changedSince = (
  { baseline, key, yes }: Asked,
  { consent, ledger }: Records
): string | undefined => {
  const entry = ledger.entries.get(key.id)
  if (!sameJson({ entry: entry ?? null }, { entry: baseline?.entry ?? null }))
    return "another command installed, updated or removed it"
  if (yes._tag === "Standing") return stands(consent, key) ? undefined : "its consent was withdrawn"
  if (yes.how !== "carried" || baseline === undefined) return undefined
  const carried = { ...key, digest: baseline.entry.consentDigest }
  return stands(consent, carried) ? undefined : "the consent it carries was withdrawn"
}
