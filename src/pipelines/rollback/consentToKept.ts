import * as Effect from "effect/Effect"
import { consentDigest, consentSubject } from "../../domain/consent/digest.ts"
import { findRecord, type ConsentRecord } from "../../domain/consent/record.ts"
import { disclose, noticesFor } from "../../domain/disclosure/disclose.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { scopeKey } from "../../domain/paths.ts"
import { consentSource } from "../../domain/source/canonical.ts"
import { visible } from "../../domain/text/escape.ts"
import { ConsentGate } from "../../services/ConsentGate.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import type { KeptGeneration } from "./judgeKept.ts"

/** A new yes, with the digest it is for, when the kept generation's record is gone or revoked; undefined while it stands. */
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
  if (record !== undefined && record.revoked === undefined) return undefined
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
    notices: noticesFor(raw),
    changes: [],
    wiring,
    reason: record === undefined ? "the kept generation has no consent record" : "its consent was revoked"
  })
  return { ...granted, digest }
})

/** The record of a new yes; undefined while the old one stands. */
export const recordOf = (
  kept: KeptGeneration,
  yes: Effect.Success<ReturnType<typeof consentToKept>>,
  when: Pick<ConsentRecord, "tx" | "at">
): ConsentRecord | undefined =>
  yes === undefined
    ? undefined
    : {
        scope: scopeKey(kept.scope),
        id: kept.id,
        contentHash: kept.target.contentHash,
        egress: kept.egress,
        ...yes,
        ...when
      }
