import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Integrity, Version } from "../capability/schema/envelope.ts"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { decodeValue, readObject } from "../json/decode.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { RegistryKey } from "./key.ts"
import { Moment } from "./moment.ts"
import { isFilePath } from "./place.ts"

/** Version of the index's form that is written and read. */
export const indexFormat = 1

/** What the root says of one capability. */
export const RootEntry = Schema.Struct({
  /** Of its file, relative to the registry's address. */
  path: Schema.String.check(
    Schema.makeFilter((path: string) =>
      isFilePath(path) ? undefined : "must be a plain path below the registry"
    )
  ),
  /** Digest that the file must have. */
  sha512: Integrity,
  /** Newest version that is neither yanked nor, as long as there is another, a pre-release. */
  latest: Schema.optionalKey(Version),
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  tier: Schema.optionalKey(Schema.String)
})
export type RootEntry = typeof RootEntry.Type

const Head = Schema.Struct({
  format: Schema.Literal(indexFormat),
  name: Schema.String.check(Schema.isPattern(kebabPattern)),
  version: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  publishedAt: Moment,
  expires: Moment,
  keys: Schema.NonEmptyArray(RegistryKey)
})

/** The signed root of a registry: everything else of it is pinned here. */
export interface RegistryRoot {
  readonly name: string
  /** Counter, from 1: each root has a higher one than the root before. */
  readonly version: number
  readonly publishedAt: string
  readonly expires: string
  /** Keys that may sign the next root. */
  readonly keys: ReadonlyArray<RegistryKey>
  /** By id. */
  readonly capabilities: ReadonlyMap<string, RootEntry>
}

/** Members of an object as a map: any own key counts, and each value is decoded by itself. */
export const mapOf = <A>(
  value: JsonValue | undefined,
  schema: Schema.ConstraintDecoder<A>,
  isKey: (key: string) => boolean
): Result.Result<ReadonlyMap<string, A>, string> => {
  if (!isJsonObject(value)) return Result.fail("it is no object")
  const map = new Map<string, A>()
  for (const [key, one] of Object.entries(value)) {
    if (!isKey(key)) return Result.fail("it holds a key that none may have")
    const decoded = decodeValue(schema, one)
    if (Result.isFailure(decoded)) return Result.fail(`/${key}${decoded.failure}`)
    map.set(key, decoded.success)
  }
  return Result.succeed(map)
}

/** Reads the payload of a root; the failure is a sentence. */
export const decodeRoot = (payload: Uint8Array): Result.Result<RegistryRoot, string> =>
  Result.gen(function* () {
    const file = yield* readObject(payload, limits.registryRootBytes)
    const format = member(file, "format")
    if (typeof format === "number" && format > indexFormat)
      return yield* Result.fail("it is of a newer form than this gsd understands")
    const { format: _, ...head } = yield* decodeValue(Head, file)
    const capabilities = yield* Result.mapError(
      mapOf(member(file, "capabilities"), RootEntry, (id) => kebabPattern.test(id)),
      (problem) => `in \`capabilities\`, ${problem}`
    )
    return { ...head, capabilities }
  })

/** Members in the order given, without those that are undefined: what makes equal indexes equal bytes. */
export const jsonBytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)

/** The payload of a root: ids ascending. */
export const encodeRoot = (root: RegistryRoot): Uint8Array => {
  const { name, version, publishedAt, expires, keys } = root
  const capabilities = Object.fromEntries([...root.capabilities].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return jsonBytes({ format: indexFormat, name, version, publishedAt, expires, keys, capabilities })
}
