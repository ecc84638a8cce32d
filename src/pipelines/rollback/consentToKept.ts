import * as Effect from "effect/Effect"
import { agentsNotShown, declaresAgents, hasUnshownAgents } from "../../domain/consent/agents.ts"
import { consentDigest, consentSubject } from "../../domain/consent/digest.ts"
import { newRecord } from "../../domain/consent/newRecord.ts"
import { findRecord, type ConsentRecord } from "../../domain/consent/record.ts"
import { disclose, noticesFor } from "../../domain/disclosure/disclose.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { scopeKey } from "../../domain/paths.ts"
import { consentSource } from "../../domain/source/canonical.ts"
import { visible } from "../../domain/text/escape.ts"
import { ConsentGate } from "../../services/ConsentGate.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Store } from "../../services/Store.ts"
import { toolNotices } from "../install/toolNotices.ts"
import type { KeptGeneration } from "./judgeKept.ts"

const reasonToAsk = (record: ConsentRecord | undefined, raw: JsonValue): string | undefined => {
  if (record === undefined) return "the kept generation has no consent record"
  if (record.revoked !== undefined) return "its consent was revoked"
  return hasUnshownAgents(declaresAgents(raw), record) ? agentsNotShown : undefined
}

const noticesOf = Effect.fnUntraced(function* ({ raw, target: { contentHash } }: KeptGeneration) {
  const store = yield* Store
  const read = (path: string) => store.read(contentHash, path)
  return [...noticesFor(raw), ...(yield* toolNotices(raw, yield* store.files(contentHash), read))]
})

/**
 * A new yes, with what it is for, when the kept generation's record is gone, revoked or from before its agents were
 * shown; undefined while it stands.
 */
export const consentToKept = Effect.fn("rollback.consent")(function* (
  kept: KeptGeneration,
  entry: LedgerEntry,
  wiring: ReadonlyArray<Wired>
) {
  const consents = yield* ConsentStore
  const gate = yield* ConsentGate
  const { id, target, raw, egress } = kept
  const record = findRecord(yield* consents.read, {
    scope: scopeKey(kept.scope),
    id,
    digest: target.consentDigest
  })
  const reason = reasonToAsk(record, raw)
  if (reason === undefined) return undefined
  const subject = consentSubject(raw, {
    scopeKind: kept.scope.kind,
    source: consentSource(kept.source),
    ...(target.resolved === undefined ? {} : { resolved: target.resolved }),
    contentHash: target.contentHash,
    egress
  })
  const digest = consentDigest(subject)
  const granted = yield* gate.ask({
    id,
    version: target.version,
    previousVersion: entry.version,
    scope: kept.scope.kind,
    source: visible(target.source),
    subject,
    digest,
    disclosure: disclose(raw, { egress }),
    notices: yield* noticesOf(kept),
    changes: [],
    wiring,
    reason
  })
  return { granted, subject, digest }
})

/** The record of a new yes; undefined while the old one stands. */
export const recordOf = (
  kept: KeptGeneration,
  yes: Effect.Success<ReturnType<typeof consentToKept>>,
  when: Pick<ConsentRecord, "tx" | "at">
): ConsentRecord | undefined =>
  yes === undefined
    ? undefined
    : newRecord({ scope: scopeKey(kept.scope), egress: kept.egress, ...yes }, when)
