import * as Effect from "effect/Effect"
import { consentFacts, reasonsToAsk } from "../../domain/disclosure/consentNeed.ts"
import { sameJson } from "../../domain/json/canonical.ts"
import { visible } from "../../domain/text/escape.ts"
import { ConsentGate, type ConsentQuestion } from "../../services/ConsentGate.ts"
import type { Consented, Decided, Targeted } from "./stages.ts"

/** Why no earlier yes covers these bytes; undefined when the consented generation's does. */
const reasonToAsk = (decided: Decided): string | undefined => {
  const { baseline, egress } = decided.disclosure
  if (baseline === undefined) return "nobody consented to it here yet"
  if (baseline.record === undefined) return "the installed generation has no consent record"
  if (baseline.record.revoked !== undefined) return "consent to the installed generation was revoked"
  if (baseline.verified === undefined)
    return "the installed generation was modified, so nothing can be carried over"
  if (decided.status === "downgraded") return "it is older than the installed generation"
  if (!sameJson(baseline.record.egress, egress)) return "it would send data elsewhere than was consented to"
  const reasons = reasonsToAsk(
    consentFacts(baseline.verified.raw, baseline.verified.files),
    consentFacts(decided.raw, decided.files)
  )
  const places = reasons.slice(0, 5).map((one) => `${one.kind} \`${visible(one.path)}\``)
  return reasons.length === 0
    ? undefined
    : `what it can do differs from what was consented to: ${places.join(", ")}${reasons.length > 5 ? `, and ${reasons.length - 5} more` : ""}`
}

const questionOf = (decided: Targeted, reason: string): ConsentQuestion => {
  const { disclosure } = decided
  const previousVersion = disclosure.baseline?.entry.version
  return {
    id: disclosure.id,
    version: disclosure.version,
    ...(previousVersion === undefined ? {} : { previousVersion }),
    scope: decided.scope.kind,
    source: visible(decided.resolved.canonical),
    subject: disclosure.subject,
    digest: disclosure.digest,
    disclosure: disclosure.lines,
    notices: disclosure.notices,
    changes: disclosure.changes,
    wiring: decided.wiring,
    reason
  }
}

/** Gets a yes to exactly these bytes: standing from before, carried over unchanged powers, or asked for now. */
export const consent = Effect.fn("install.consent")(function* (decided: Targeted) {
  const gate = yield* ConsentGate
  const reason = reasonToAsk(decided)
  if (decided.disclosure.standing !== undefined)
    return { ...decided, yes: { _tag: "Standing" } } satisfies Consented
  if (reason === undefined) {
    const by = decided.disclosure.baseline?.record?.by ?? "ci"
    return { ...decided, yes: { _tag: "New", how: "carried", by } } satisfies Consented
  }
  const granted = yield* gate.ask(questionOf(decided, reason))
  return { ...decided, yes: { _tag: "New", ...granted } } satisfies Consented
})
