import * as Effect from "effect/Effect"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { FileTooLarge } from "../../domain/disk/errors.ts"
import { ManifestMissing } from "../../domain/install/errors.ts"
import { limits } from "../../domain/limits.ts"
import { Progress, type ProgressReport } from "../../services/Progress.ts"
import { SourceResolver, type Fetched } from "../../services/SourceResolver.ts"
import { Store, type Staging } from "../../services/Store.ts"
import type { Resolved, Staged, Supplied } from "./stages.ts"

/** The same staging; every file that is put is told. */
const told = (staging: Staging, progress: ProgressReport): Staging => ({
  ...staging,
  put: (input) => Effect.tap(staging.put(input), () => Effect.sync(() => progress.bytes(input.bytes.length))),
  putPieces: (path, next) =>
    staging.putPieces(
      path,
      Effect.tap(next, (piece) => Effect.sync(() => progress.bytes(piece.length)))
    )
})

/** Copies bytes that are here already; each file is hashed when it is read and again when it is put. */
const copySupplied = Effect.fnUntraced(function* (supplied: Supplied, staging: Staging) {
  const copy = ({ path }: Supplied["files"][number]) =>
    Effect.flatMap(supplied.read(path), (bytes) => staging.put({ path, bytes }))
  const files = yield* Effect.forEach(supplied.files, copy, { concurrency: limits.stagingConcurrency })
  return {
    files,
    ...(supplied.artifact === undefined ? {} : { artifact: supplied.artifact })
  } satisfies Fetched
})

/** Copies the source into a staging that lives as long as the scope, and reads the manifest back from it. */
export const stage = Effect.fn("install.stage")(function* (resolved: Resolved) {
  const store = yield* Store
  const resolver = yield* SourceResolver
  const progress = yield* Progress
  progress.step("copy")
  const staging = yield* store.stage
  const { integrity, supplied } = resolved
  const into = told(staging, progress)
  const fetched: Fetched =
    supplied === undefined
      ? yield* resolver.fetch(resolved.resolved, into, integrity)
      : yield* copySupplied(supplied, into)
  const { files } = fetched
  const manifest = files.find((file) => file.path === manifestName)
  const path = `${resolved.resolved.canonical}/${manifestName}`
  if (manifest === undefined) return yield* new ManifestMissing({ path })
  if (manifest.size > limits.manifestBytes)
    return yield* new FileTooLarge({ path, maxBytes: limits.manifestBytes })
  const manifestBytes = yield* staging.read(manifestName)
  return { ...resolved, ...fetched, staging, manifestBytes } satisfies Staged
})
