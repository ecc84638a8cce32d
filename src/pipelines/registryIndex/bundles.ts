import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import { missingFiles } from "../../domain/capability/missingFiles.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { integrityOf, manifestIntegrityMatches } from "../../domain/content/contentHash.ts"
import { ManifestIntegrityMismatch } from "../../domain/content/errors.ts"
import { ManifestInvalid, ManifestUnreadable } from "../../domain/install/errors.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText, type JsonValue } from "../../domain/json/value.ts"
import type { PackedBundle } from "../../domain/registryIndex/build.ts"
import { isArchiveName } from "../../domain/source/source.ts"
import { Durable } from "../../services/Durable.ts"
import { PackedBundles, type Unpacked } from "../../services/PackedBundles.ts"

/** Judges a packed bundle as an install would, the engine aside: a registry may serve older and newer ones. */
const judge = (
  path: string,
  raw: JsonValue,
  { files, sha512 }: Unpacked
): Result.Result<PackedBundle["manifest"], ManifestInvalid | ManifestIntegrityMismatch> => {
  const { manifest, problems: found } = judgeOverlay(memberText(raw, "id"), raw)
  const missing = missingFiles(
    manifest,
    files.map((file) => file.path)
  )
  const problems = [...found, ...missing]
  const decoded = Option.getOrUndefined(manifest)
  if (decoded === undefined || problems.some((one) => one.severity === "error"))
    return Result.fail(new ManifestInvalid({ path, problems }))
  const declared = decoded.integrity
  return declared === undefined ||
    manifestIntegrityMatches({ declared, files, manifest: raw, archive: sha512 })
    ? Result.succeed(decoded)
    : Result.fail(new ManifestIntegrityMismatch({ declared, actual: integrityOf(files, raw) }))
}

const readBundle = Effect.fnUntraced(function* (directory: string, file: string) {
  const bundles = yield* PackedBundles
  const path = `${directory}/${file}`
  const unpacked = yield* bundles.read(path)
  const manifestPath = `${path}/${manifestName}`
  const { value } = yield* Effect.fromResult(
    Result.mapError(
      readManifest(unpacked.manifestBytes),
      (failure) => new ManifestUnreadable({ path: manifestPath, ...failure })
    )
  )
  const manifest = yield* Effect.fromResult(judge(manifestPath, value, unpacked))
  return { file, sha512: unpacked.sha512, size: unpacked.size, manifest } satisfies PackedBundle
})

/** Every packed bundle that stands in a folder, by name; the first that could not be installed fails. */
export const bundlesIn = Effect.fn("registryIndex.bundlesIn")(function* (directory: string) {
  const durable = yield* Durable
  const entries = yield* durable.entries(directory)
  const names = entries.filter(({ kind, name }) => kind === "file" && isArchiveName(`./${name}`))
  return yield* Effect.forEach(names, ({ name }) => readBundle(directory, name))
})
