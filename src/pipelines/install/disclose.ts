import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { consentDigest, consentSubject } from "../../domain/consent/digest.ts"
import { findRecord } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { disclose as discloseLines, noticesFor } from "../../domain/disclosure/disclose.ts"
import { egressOf } from "../../domain/disclosure/egress.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { fileChanges, powerChanges, type ShownChange } from "../../domain/install/plan.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { scopeKey } from "../../domain/paths.ts"
import { consentSource } from "../../domain/source/source.ts"
import { unifiedDiff } from "../../domain/text/diff.ts"
import { visible } from "../../domain/text/escape.ts"
import { Config } from "../../services/Config.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"
import { Subjects } from "../../services/Subjects.ts"
import type { Baseline, Disclosure, Judged } from "./stages.ts"

/** Reads an installed generation back, when every byte of it is as recorded. */
const verifiedState = Effect.fnUntraced(function* (entry: LedgerEntry) {
  const store = yield* Store
  const verdict = yield* store.verify(entry.contentHash)
  if (verdict.verdict !== "ok") return undefined
  const bytes = yield* Effect.option(store.read(entry.contentHash, manifestName))
  const files = yield* Effect.option(store.files(entry.contentHash))
  const raw = Option.map(bytes, readManifest)
  return Option.isSome(raw) && Result.isSuccess(raw.value) && Option.isSome(files)
    ? { raw: raw.value.success.value, files: files.value }
    : undefined
})

const baselineOf = Effect.fnUntraced(function* (judged: Judged, id: string) {
  const ledgers = yield* Ledger
  const consents = yield* ConsentStore
  const entry = (yield* ledgers.read(judged.scope)).entries.get(id)
  if (entry === undefined) return undefined
  const key = { scope: scopeKey(judged.scope), id, digest: entry.consentDigest }
  const record = findRecord(yield* consents.read, key)
  return { entry, record, verified: yield* verifiedState(entry) } satisfies Baseline
})

/** Differences to the baseline: powers first, then files with a unified diff of each. */
const changesSince = Effect.fnUntraced(function* (baseline: Baseline, judged: Judged) {
  const store = yield* Store
  const before = baseline.verified
  if (before === undefined) return []
  const withDiff = Effect.fnUntraced(function* (change: ShownChange) {
    const old = yield* Effect.option(store.read(baseline.entry.contentHash, change.path))
    const now = yield* Effect.option(judged.staging.read(change.path))
    const diff = unifiedDiff({
      path: change.path,
      ...(change.kind !== "added" && Option.isSome(old) ? { before: old.value } : {}),
      ...(change.kind !== "removed" && Option.isSome(now) ? { after: now.value } : {})
    })
    return { ...change, path: visible(change.path), diff: diff.join("\n") }
  })
  const files = fileChanges(before, judged)
  return [...powerChanges(before.raw, judged.raw), ...(yield* Effect.forEach(files, withDiff))]
})

/** Makes what a person is shown: the powers, where data goes, the digest, and what differs from what is installed. */
export const disclose = Effect.fn("install.disclose")(function* (judged: Judged) {
  const config = yield* Config
  const consents = yield* ConsentStore
  const subjects = yield* Subjects
  const texts = yield* config.texts
  const egress = egressOf(judged.raw, (key) => texts.get(key))
  const { resolved } = judged.resolved
  const subject = consentSubject(judged.raw, {
    scopeKind: judged.scope.kind,
    source: consentSource(judged.resolved.source),
    ...(resolved === undefined ? {} : { resolved }),
    contentHash: judged.contentHash,
    egress
  })
  const digest = consentDigest(subject)
  const baseline = yield* baselineOf(judged, subject.id)
  const record = findRecord(yield* consents.read, { scope: scopeKey(judged.scope), id: subject.id, digest })
  yield* subjects.remember(digest, subject)
  return {
    id: subject.id,
    version: subject.version,
    egress,
    subject,
    digest,
    lines: discloseLines(judged.raw, { egress }),
    notices: noticesFor(judged.raw),
    changes: baseline === undefined ? [] : yield* changesSince(baseline, judged),
    baseline,
    standing: record?.revoked === undefined ? record : undefined
  } satisfies Disclosure
})
