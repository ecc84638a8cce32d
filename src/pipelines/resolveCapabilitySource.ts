import * as Effect from "effect/Effect"
import type { Manifest } from "../domain/capability/schema/manifest.ts"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import { globalScope } from "../domain/paths.ts"
import type { ResolvedSource } from "../services/SourceResolver.ts"
import type { Staging } from "../services/Store.ts"
import { judged } from "./install.ts"
import { validate } from "./install/judge.ts"
import type { SourceRequest } from "./install/stages.ts"

/** What is known of the wanted bytes beforehand, and for which scope they are judged; the user's own when left out. */
export type SourceOptions = Partial<Pick<SourceRequest, "exactly" | "expectedId" | "integrity" | "scope">>

/** A bundle that is fetched, verified and valid, and installed nowhere. */
export interface StagedBundle {
  readonly id: string
  readonly version: string
  /** What the spec means now, without credentials. */
  readonly source: ResolvedSource
  readonly manifest: Manifest
  /** `sha512-<base64>` of all files together. */
  readonly contentHash: string
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<BundleFile>
  /** Bytes of one of the files. */
  readonly read: Staging["read"]
}

/**
 * Fetches what a spec names, whatever kind of source it is, and checks its integrity, its manifest, its `engines.gsd`
 * and its place in the set. The bytes are there as long as the scope; nothing of them is run, and nothing is installed:
 * `install` does the same and goes on. Source: seed 003 D3.
 */
export const resolveCapabilitySource = Effect.fn("resolveCapabilitySource")(function* (
  spec: string,
  options: SourceOptions = {}
) {
  const { contentHash, files, manifest, resolved, staging } = yield* validate(
    yield* judged({ scope: globalScope, ...options, spec })
  )
  const { id, version } = manifest
  return {
    id,
    version,
    source: resolved,
    manifest,
    contentHash,
    files,
    read: staging.read
  } satisfies StagedBundle
})
