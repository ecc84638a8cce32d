import * as Result from "effect/Result"
import { isRawObject } from "../capability/raw.ts"
import { readJson } from "../json/intake.ts"
import { limits } from "../limits.ts"
import { isVersion } from "../version/version.ts"
import { knownMembers } from "./bundled.ts"

/** Declared versions by name. */
export type LatestVersions = ReadonlyMap<string, string>

/** Versions of the manifests that the product's facts are of. */
export const bundledLatest: LatestVersions = new Map(knownMembers.map(({ name, version }) => [name, version]))

/** Reads a file of versions by name; what it does not name keeps the product's. Fails with a clause that says why. */
export const readLatest = (bytes: Uint8Array): Result.Result<LatestVersions, string> => {
  const read = readJson(bytes, { maxBytes: limits.manifestBytes, maxDepth: limits.jsonDepth })
  if (Result.isFailure(read)) return Result.fail(read.failure.message)
  const { value } = read.success
  if (!isRawObject(value)) return Result.fail("it holds no JSON object")
  const versions = new Map(bundledLatest)
  for (const [name, version] of Object.entries(value)) {
    if (typeof version !== "string" || !isVersion(version))
      return Result.fail(`\`${name}\` has no version such as 1.2.3`)
    versions.set(name, version)
  }
  return Result.succeed(versions)
}
