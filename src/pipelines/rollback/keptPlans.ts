import * as Effect from "effect/Effect"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { Store } from "../../services/Store.ts"
import { planVendored } from "../project/vendor.ts"
import { wireEntries } from "../wiring/entries.ts"
import type { WiringRequest } from "../wiring/plan.ts"
import type { KeptGeneration } from "./judgeKept.ts"

/** What shall stand in the settings files chosen for a capability once a kept generation is the active one. */
export const keptWiring = Effect.fn("rollback.wiring")(function* (kept: KeptGeneration, entry: LedgerEntry) {
  const store = yield* Store
  const { id, raw, target } = kept
  const targets = entry.disabled === true ? [] : (entry.wire ?? [])
  const read = (path: string) => store.read(target.contentHash, path)
  const entries =
    targets.length === 0 ? [] : yield* wireEntries({ raw, contentHash: target.contentHash, read })
  return { id, targets, entries } satisfies WiringRequest
})

/** What the project shall hold once a kept generation is the active one, consented to under `digest` when that is new. */
export const keptProject = Effect.fn("rollback.project")(function* (
  kept: KeptGeneration,
  entry: LedgerEntry,
  digest: string | undefined
) {
  const store = yield* Store
  const { id, scope, target } = kept
  const generation = { ...target, consentDigest: digest ?? target.consentDigest }
  const files = scope.kind === "global" ? [] : yield* store.files(target.contentHash)
  const read = (path: string) => store.read(target.contentHash, path)
  return yield* planVendored(scope, { id, entry, source: { generation, files, read } })
})
