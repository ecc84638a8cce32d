import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { ManifestUnreadable } from "../../domain/install/errors.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { Store } from "../../services/Store.ts"
import { wireEntries } from "./entries.ts"
import type { WiringRequest } from "./plan.ts"

/** What the active generation asks to stand in the settings files chosen for it, its bytes read with their hashes checked. */
export const entryWiring = Effect.fn("wiring.entryWiring")(function* (id: string, entry: LedgerEntry) {
  const store = yield* Store
  const targets = entry.wire ?? []
  const { contentHash } = entry
  if (targets.length === 0) return { id, targets, entries: [] } satisfies WiringRequest
  const read = readManifest(yield* store.read(contentHash, manifestName))
  if (Result.isFailure(read))
    return yield* new ManifestUnreadable({ path: `${id}/${manifestName}`, ...read.failure })
  const entries = yield* wireEntries({
    raw: read.success.value,
    contentHash,
    read: (path) => store.read(contentHash, path)
  })
  return { id, targets, entries } satisfies WiringRequest
})
