import * as Effect from "effect/Effect"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { FileTooLarge } from "../../domain/disk/errors.ts"
import { ManifestMissing } from "../../domain/install/errors.ts"
import { limits } from "../../domain/limits.ts"
import { SourceResolver } from "../../services/SourceResolver.ts"
import { Store } from "../../services/Store.ts"
import type { Resolved, Staged } from "./stages.ts"

/** Copies the source into a staging that lives as long as the scope, and reads the manifest back from it. */
export const stage = Effect.fn("install.stage")(function* (resolved: Resolved) {
  const store = yield* Store
  const resolver = yield* SourceResolver
  const staging = yield* store.stage
  const files = yield* resolver.fetch(resolved.resolved, staging)
  const manifest = files.find((file) => file.path === manifestName)
  const path = `${resolved.resolved.canonical}/${manifestName}`
  if (manifest === undefined) return yield* new ManifestMissing({ path })
  if (manifest.size > limits.manifestBytes)
    return yield* new FileTooLarge({ path, maxBytes: limits.manifestBytes })
  const manifestBytes = yield* staging.read(manifestName)
  return { ...resolved, staging, files, manifestBytes } satisfies Staged
})
