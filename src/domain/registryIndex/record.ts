import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Integrity } from "../capability/schema/envelope.ts"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { decodeValue, readObject } from "../json/decode.ts"
import { member } from "../json/value.ts"
import { limits } from "../limits.ts"
import { RegistriesCorrupt } from "./addedErrors.ts"
import { RegistryKey } from "./key.ts"
import { mapOf } from "./root.ts"

/** The highest root that was seen of a registry. */
export const HighestSeen = Schema.Struct({
  version: Schema.Int.check(Schema.isGreaterThan(0)),
  /** Digest of the signed bytes. */
  sha512: Integrity
})
export type HighestSeen = typeof HighestSeen.Type

/** One registry that a person added. */
export const RegistryRecord = Schema.Struct({
  /** `https://…` without credentials, query and final slash. */
  url: Schema.String.check(Schema.isPattern(/^https:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/u)),
  /** Keys that are trusted to sign its next root; none for one that was added unsigned. */
  keys: Schema.Array(RegistryKey),
  highest: HighestSeen
})
export type RegistryRecord = typeof RegistryRecord.Type

/** Every registry that was added, by name. */
export type RegistriesState = ReadonlyMap<string, RegistryRecord>

const registriesVersion = "1"

const Head = Schema.Struct({ version: Schema.Literal(registriesVersion) })

/** Reads the registries; one bad record makes the whole file corrupt, since without it its rollbacks would go unseen. */
export const decodeRegistries = (
  path: string,
  bytes: Uint8Array
): Result.Result<RegistriesState, RegistriesCorrupt> =>
  Result.gen(function* () {
    const file = yield* readObject(bytes, limits.settingsBytes)
    yield* decodeValue(Head, file)
    return yield* mapOf(member(file, "registries"), RegistryRecord, (name) => kebabPattern.test(name))
  }).pipe(Result.mapError((problem) => new RegistriesCorrupt({ path, problem })))

/** The bytes of the registries' file: names ascending. */
export const encodeRegistries = (state: RegistriesState): Uint8Array => {
  const registries = Object.fromEntries([...state].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return new TextEncoder().encode(`${JSON.stringify({ version: registriesVersion, registries }, null, 2)}\n`)
}
