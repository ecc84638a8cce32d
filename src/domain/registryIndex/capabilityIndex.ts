import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Integrity, VersionRange } from "../capability/schema/envelope.ts"
import { decodeValue, readObject } from "../json/decode.ts"
import { member } from "../json/value.ts"
import { limits } from "../limits.ts"
import { compareVersions, isVersion } from "../version/version.ts"
import { Moment } from "./moment.ts"
import { indexFormat, jsonBytes, mapOf } from "./root.ts"

/** Where a bundle was built from, as its manifest says. */
export const IndexProvenance = Schema.Struct({ sourceRepo: Schema.String, commit: Schema.String })

/** One version of a capability, as a registry offers it. */
export const IndexVersion = Schema.Struct({
  engines: Schema.optionalKey(Schema.Struct({ gsd: Schema.optionalKey(VersionRange) })),
  tier: Schema.String,
  /** Address of the packed bundle: `https:`, or relative to the registry's. */
  artifact: Schema.String,
  sha512: Integrity,
  /** Bytes of the packed bundle. */
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.archiveBytes })),
  /** Taken back by its publisher: no longer chosen, still there for whoever pinned it. */
  yanked: Schema.optionalKey(Schema.Boolean),
  publishedAt: Moment,
  provenance: Schema.optionalKey(IndexProvenance)
})
export type IndexVersion = typeof IndexVersion.Type

/** The file of one capability in a registry. */
export interface CapabilityIndex {
  readonly id: string
  /** By version. */
  readonly versions: ReadonlyMap<string, IndexVersion>
}

/** Reads the file of a capability; the failure is a sentence. */
export const decodeCapabilityIndex = (bytes: Uint8Array): Result.Result<CapabilityIndex, string> =>
  Result.gen(function* () {
    const file = yield* readObject(bytes, limits.registryCapabilityBytes)
    const { id } = yield* decodeValue(Schema.Struct({ id: Schema.String }), file)
    const versions = yield* Result.mapError(
      mapOf(member(file, "versions"), IndexVersion, isVersion),
      (problem) => `in \`versions\`, ${problem}`
    )
    return { id, versions }
  })

/** Versions ascending; two that differ in build metadata alone by their text. */
export const inVersionOrder = <A>(
  versions: ReadonlyMap<string, A>
): ReadonlyArray<readonly [version: string, value: A]> =>
  [...versions].toSorted(([a], [b]) => compareVersions(a, b) || (a < b ? -1 : 1))

/** The bytes of a capability's file: versions ascending. */
export const encodeCapabilityIndex = ({ id, versions }: CapabilityIndex): Uint8Array =>
  jsonBytes({ format: indexFormat, id, versions: Object.fromEntries(inVersionOrder(versions)) })
