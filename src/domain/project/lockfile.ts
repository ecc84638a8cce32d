import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeValue, readObject } from "../json/decode.ts"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { hexOfIntegrity } from "../hash.ts"
import type { Generation } from "../ledger/entry.ts"
import { limits } from "../limits.ts"
import { consentSource } from "../source/canonical.ts"
import { parseSource } from "../source/grammar.ts"
import { lockedSource } from "./lockedSource.ts"

/** What a team agreed on for one capability. Source: decisions "JSON shapes". */
export const LockEntry = Schema.Struct({
  /** Canonical, without credentials; the word `local` for a folder or archive of somebody's machine. */
  source: Schema.String,
  /** Commit or version that the source resolved to. */
  resolved: Schema.String,
  /** Digest of the one file that all came in. */
  sha512: Schema.optionalKey(Schema.String),
  contentHash: Schema.String,
  consentDigest: Schema.String
})
export type LockEntry = typeof LockEntry.Type

/** A lockfile as read: the entries, good or not, and what else stands in it. Nothing of it is believed. */
export interface Lockfile {
  readonly capabilities: ReadonlyMap<string, JsonValue>
  /** Members other than `version` and `capabilities`. */
  readonly others: ReadonlyMap<string, JsonValue>
}

/** The version that is written, and the only one that is read. */
const lockfileVersion = 1

/** A lockfile that is not there. */
export const emptyLockfile: Lockfile = { capabilities: new Map(), others: new Map() }

const entriesOf = (file: JsonObject): Result.Result<Lockfile, string> => {
  const capabilities = member(file, "capabilities")
  if (member(file, "version") !== lockfileVersion)
    return Result.fail(`its version is not ${lockfileVersion}, the only one that this gsd understands`)
  if (!isJsonObject(capabilities)) return Result.fail("`capabilities` is no object")
  const others = Object.entries(file).filter(([key]) => key !== "version" && key !== "capabilities")
  return Result.succeed({
    capabilities: new Map(Object.entries(capabilities)),
    others: new Map(others)
  })
}

/** Reads a lockfile, empty when there is none; the failure is a sentence. */
export const decodeLockfile = (bytes: Uint8Array | undefined): Result.Result<Lockfile, string> =>
  bytes === undefined
    ? Result.succeed(emptyLockfile)
    : Result.flatMap(readObject(bytes, limits.settingsBytes), entriesOf)

/** The bytes of a lockfile: two-space JSON, ids ascending, a final line end. */
export const encodeLockfile = (lockfile: Lockfile): Uint8Array => {
  const capabilities = [...lockfile.capabilities].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const file = {
    version: lockfileVersion,
    ...Object.fromEntries(lockfile.others),
    capabilities: Object.fromEntries(capabilities)
  }
  return new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`)
}

/** A lockfile with one entry set, or taken out; those of others stay as they are. */
export const withLocked = (lockfile: Lockfile, id: string, entry: JsonValue | undefined): Lockfile => {
  const capabilities = new Map(lockfile.capabilities)
  if (entry === undefined) capabilities.delete(id)
  else capabilities.set(id, entry)
  return { ...lockfile, capabilities }
}

/** Whether a lockfile says nothing any more. */
export const isEmptyLockfile = (lockfile: Lockfile): boolean =>
  lockfile.capabilities.size === 0 && lockfile.others.size === 0

/** Content hash that a lockfile names for an id; undefined when it names none that is one. */
export const lockedContent = (lockfile: Lockfile, id: string): string | undefined => {
  const hash = member(lockfile.capabilities.get(id), "contentHash")
  return typeof hash === "string" && hexOfIntegrity(hash) !== "" ? hash : undefined
}

/** Why an entry cannot be used; undefined when it can. */
export const lockProblem = (entry: JsonValue): string | undefined => {
  const decoded = decodeValue(LockEntry, entry)
  if (Result.isFailure(decoded)) return decoded.failure
  return hexOfIntegrity(decoded.success.contentHash) === "" ? "/contentHash: it is no digest" : undefined
}

/** Of a generation, what a lockfile says. */
export type LockedGeneration = Pick<
  Generation,
  "source" | "resolved" | "version" | "integrity" | "contentHash" | "consentDigest"
>

/** The source of an entry. One that cannot be pinned, as nobody recorded its commit, is named like a folder: the vendored copy serves it. */
const sourceIn = (recorded: string, resolved: string): string => {
  const source = Result.getOrUndefined(parseSource(recorded))
  if (source === undefined) return "local"
  const text = consentSource(source)
  return Result.isSuccess(lockedSource({ source: text, resolved })) ? text : "local"
}

/** The entry of a generation. `vendored`: its source is the vendored folder itself, so whatever source stands there stays. */
export const lockEntryOf = (
  generation: LockedGeneration,
  before: JsonValue | undefined,
  vendored: boolean
): JsonValue | undefined => {
  const { contentHash, consentDigest, integrity } = generation
  const old = member(before, "source")
  if (vendored && (before === undefined || member(before, "contentHash") === contentHash)) return before
  const resolved = generation.resolved ?? generation.version
  return {
    source: vendored && typeof old === "string" ? old : sourceIn(generation.source, resolved),
    resolved,
    ...(integrity === contentHash ? {} : { sha512: integrity }),
    contentHash,
    consentDigest
  }
}
