import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { aloneContext } from "../../domain/capability/Candidate.ts"
import { firstPartyIds } from "../../domain/capability/firstPartyIds.ts"
import { validateManifest } from "../../domain/capability/validateManifest.ts"
import { consentDigest, consentSubject } from "../../domain/consent/digest.ts"
import { findRecord, type Egress } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { disclose, noticesFor } from "../../domain/disclosure/disclose.ts"
import { egressOf } from "../../domain/disclosure/egress.ts"
import { EngineIncompatible, ManifestInvalid, ManifestUnreadable } from "../../domain/install/errors.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { Generation, LedgerEntry } from "../../domain/ledger/entry.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { consentSource, type Source } from "../../domain/source/source.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { visible } from "../../domain/text/escape.ts"
import { satisfies } from "../../domain/version/range.ts"
import { Config } from "../../services/Config.ts"
import { ConsentGate } from "../../services/ConsentGate.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Store } from "../../services/Store.ts"
import { allowedSource } from "../install/resolve.ts"

/** A kept generation whose bytes and manifest are in order today. */
export interface KeptGeneration {
  readonly scope: LedgerScope
  readonly id: string
  readonly target: Generation
  readonly source: Source
  readonly raw: JsonValue
  readonly egress: ReadonlyArray<Egress>
}

/** Hashes a kept bundle and judges its manifest; nothing of it is believed because it was fine before. */
export const judgeKept = Effect.fn("rollback.judgeKept")(function* (
  scope: LedgerScope,
  id: string,
  target: Generation
) {
  const store = yield* Store
  const host = yield* HostVersion
  const config = yield* Config
  const source = yield* allowedSource(target.source)
  const verdict = yield* store.verify(target.contentHash)
  if (verdict.verdict !== "ok") {
    const files = verdict.files.map((file) => file.path)
    const subject = `generation ${target.generation} of ${id}`
    return yield* new IntegrityMismatch({
      subject,
      expected: target.contentHash,
      actual: verdict.verdict,
      files
    })
  }
  const path = `${id}/${manifestName}`
  const read = readManifest(yield* store.read(target.contentHash, manifestName))
  if (Result.isFailure(read)) return yield* new ManifestUnreadable({ path, ...read.failure })
  const raw = read.success.value
  const judged = validateManifest(
    { folder: id, raw, origin: "third-party" },
    { ...aloneContext, takenIds: firstPartyIds }
  )
  if (judged.verdict === "invalid" || Option.isNone(judged.manifest))
    return yield* new ManifestInvalid({ path, problems: judged.problems })
  const version = yield* host.read
  const range = judged.manifest.value.engines?.gsd
  if (range !== undefined && !satisfies(version, range))
    return yield* new EngineIncompatible({ id, range, version })
  const texts = yield* config.texts
  return {
    scope,
    id,
    target,
    source,
    raw,
    egress: egressOf(raw, (key) => texts.get(key))
  } satisfies KeptGeneration
})

/** A new yes, with the digest it is for, when the kept generation's record is gone or revoked; undefined while it stands. */
export const consentToKept = Effect.fn("rollback.consent")(function* (
  kept: KeptGeneration,
  entry: LedgerEntry
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
    reason: record === undefined ? "the kept generation has no consent record" : "its consent was revoked"
  })
  return { ...granted, digest }
})
