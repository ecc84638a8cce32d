import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { manifestName, type BundleFile } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import { Store } from "../../services/Store.ts"

/** A stored bundle every byte of which is as recorded. */
export interface Stored {
  readonly raw: JsonValue
  readonly files: ReadonlyArray<BundleFile>
}

/** Reads a stored bundle back after hashing all of it; undefined when anything differs. */
export const readStored = Effect.fn("overlays.readStored")(function* (contentHash: string) {
  const store = yield* Store
  const verdict = yield* store.verify(contentHash)
  if (verdict.verdict !== "ok") return undefined
  const raw = readManifest(yield* store.read(contentHash, manifestName))
  const files = yield* store.files(contentHash)
  return Result.isSuccess(raw) ? ({ raw: raw.success.value, files } satisfies Stored) : undefined
})
