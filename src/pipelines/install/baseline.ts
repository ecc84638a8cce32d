import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { findRecord } from "../../domain/consent/record.ts"
import type { Baseline } from "../../domain/install/baseline.ts"
import { fileChanges, powerChanges, type ShownChange } from "../../domain/install/plan.ts"
import { scopeKey } from "../../domain/paths.ts"
import { unifiedDiff } from "../../domain/text/diff.ts"
import { visible } from "../../domain/text/escape.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"
import { readStored } from "../overlays/stored.ts"
import type { Judged } from "./stages.ts"

/** What is installed under an id now, with the bytes a difference needs; undefined when nothing is. */
export const baselineOf = Effect.fn("install.baseline")(function* (judged: Judged, id: string) {
  const ledgers = yield* Ledger
  const consents = yield* ConsentStore
  const entry = (yield* ledgers.read(judged.scope)).entries.get(id)
  if (entry === undefined) return undefined
  const key = { scope: scopeKey(judged.scope), id, digest: entry.consentDigest }
  const record = findRecord(yield* consents.read, key)
  // A bundle that is gone or broken is no baseline; the install then asks, and repairs it.
  const verified = yield* Effect.orElseSucceed(readStored(entry.contentHash), () => undefined)
  return { entry, record, verified } satisfies Baseline
})

const withDiff = Effect.fnUntraced(function* (contentHash: string, judged: Judged, change: ShownChange) {
  const store = yield* Store
  const old = yield* Effect.option(store.read(contentHash, change.path))
  const now = yield* Effect.option(judged.staging.read(change.path))
  const diff = unifiedDiff({
    path: change.path,
    ...(change.kind !== "added" && Option.isSome(old) ? { before: old.value } : {}),
    ...(change.kind !== "removed" && Option.isSome(now) ? { after: now.value } : {})
  })
  return { ...change, path: visible(change.path), diff: diff.join("\n") }
})

/** Differences to the baseline: powers first, then files with a unified diff of each. Empty without a verified one. */
export const changesSince = Effect.fn("install.changes")(function* (baseline: Baseline, judged: Judged) {
  const before = baseline.verified
  if (before === undefined) return []
  const files = yield* Effect.forEach(fileChanges(before, judged), (change) =>
    withDiff(baseline.entry.contentHash, judged, change)
  )
  return [...powerChanges(before.raw, judged.raw), ...files]
})
