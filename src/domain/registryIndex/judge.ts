import * as Result from "effect/Result"
import { sha512Integrity } from "../hash.ts"
import { decodeCapabilityIndex, type CapabilityIndex } from "./capabilityIndex.ts"
import { rootPayloadType, type Envelope, type Signature } from "./envelope.ts"
import {
  RegistryExpired,
  RegistryKeyUntrusted,
  RegistryMalformed,
  RegistryRolledBack,
  RegistrySignatureBroken,
  RegistrySignatureOfOther,
  RegistryUnsigned,
  type RegistryRefused
} from "./errors.ts"
import type { RegistryKey } from "./key.ts"
import { millisOf } from "./moment.ts"
import { rootName } from "./place.ts"
import type { HighestSeen } from "./record.ts"
import { decodeRoot, type RegistryRoot, type RootEntry } from "./root.ts"

/** What is known of a registry before its root is judged. */
export interface Expectation {
  readonly registry: string
  /** Trusted keys; none for a registry that was added unsigned. */
  readonly keys: ReadonlyArray<RegistryKey>
  /** None when it was never seen. */
  readonly highest: HighestSeen | undefined
  /** Whether the policy takes only what is signed. */
  readonly required: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A signature that has to be verified, with the key for it. */
export interface Check {
  readonly key: RegistryKey
  readonly signature: Signature
}

/** A root that is believed. */
export interface SeenRoot {
  readonly root: RegistryRoot
  readonly highest: HighestSeen
  /** Keys that are trusted from now on: those that the root names. */
  readonly keys: ReadonlyArray<RegistryKey>
}

/**
 * The signatures that trusted keys claim to have made. Without any the root is refused; a registry that was added
 * unsigned has nothing to be verified.
 */
export const planChecks = (
  { keys, registry, required }: Expectation,
  { signatures }: Envelope
): Result.Result<ReadonlyArray<Check>, RegistryUnsigned | RegistryKeyUntrusted> => {
  if (keys.length === 0)
    return required ? Result.fail(new RegistryUnsigned({ registry, missing: "key" })) : Result.succeed([])
  if (signatures.length === 0) return Result.fail(new RegistryUnsigned({ registry, missing: "signature" }))
  const checks = signatures.flatMap((signature) =>
    keys.filter((key) => key.keyid === signature.keyid).map((key) => ({ key, signature }))
  )
  const [trusted, found] = [keys.map((one) => one.keyid), signatures.map((one) => one.keyid)]
  return checks.length > 0
    ? Result.succeed(checks)
    : Result.fail(new RegistryKeyUntrusted({ registry, trusted, found }))
}

const isPast = (moment: string | undefined, now: number): boolean =>
  moment !== undefined && (millisOf(moment) ?? 0) <= now

/** Judges what came out of the checks, in their order: one good signature of a key that has not expired is enough. */
export const judgeChecks = (
  { now, registry }: Expectation,
  checks: ReadonlyArray<Check>,
  good: ReadonlyArray<boolean>
): Result.Result<void, RegistrySignatureBroken | RegistryExpired> => {
  const [first] = checks
  if (first === undefined) return Result.void
  const signers = checks.filter((_, at) => good[at] === true).map((check) => check.key)
  if (signers.some((key) => !isPast(key.expires, now))) return Result.void
  const [expired] = signers
  return expired === undefined
    ? Result.fail(new RegistrySignatureBroken({ registry, keyid: first.key.keyid }))
    : Result.fail(new RegistryExpired({ registry, what: "key", expires: expired.expires ?? "" }))
}

const otherThanRoot = ({ registry }: Expectation, signed: string) =>
  new RegistrySignatureOfOther({ registry, wanted: "its root", signed })

const rollback = ({ highest, registry }: Expectation, seen: HighestSeen): RegistryRolledBack | undefined => {
  if (highest === undefined || seen.version > highest.version) return undefined
  if (seen.version === highest.version && seen.sha512 === highest.sha512) return undefined
  return new RegistryRolledBack({ registry, highest: highest.version, found: seen.version })
}

/**
 * Judges a root whose signatures are good: that it is a root, this registry's, no older than what was seen, and not
 * expired.
 */
export const judgeRoot = (
  expected: Expectation,
  { payload, payloadType }: Envelope
): Result.Result<SeenRoot, RegistryRefused> => {
  const { now, registry } = expected
  if (payloadType !== rootPayloadType)
    return Result.fail(otherThanRoot(expected, `a file of the kind \`${payloadType}\``))
  const decoded = decodeRoot(payload)
  if (Result.isFailure(decoded))
    return Result.fail(new RegistryMalformed({ registry, file: rootName, problem: decoded.failure }))
  const root = decoded.success
  if (root.name !== registry)
    return Result.fail(otherThanRoot(expected, `the root of the registry \`${root.name}\``))
  const highest = { version: root.version, sha512: sha512Integrity(payload) }
  const older = rollback(expected, highest)
  if (older !== undefined) return Result.fail(older)
  if (isPast(root.expires, now))
    return Result.fail(new RegistryExpired({ registry, what: "root", expires: root.expires }))
  return Result.succeed({ root, highest, keys: expected.keys.length === 0 ? [] : root.keys })
}

/** A file of a capability, as it was fetched. */
export interface FetchedIndex {
  readonly registry: string
  readonly id: string
  readonly bytes: Uint8Array
}

/** Judges the file of a capability against what the root pins of it. */
export const judgeCapability = (
  { bytes, id, registry }: FetchedIndex,
  entry: RootEntry
): Result.Result<CapabilityIndex, RegistrySignatureOfOther | RegistryMalformed> => {
  const actual = sha512Integrity(bytes)
  const other = (signed: string) =>
    Result.fail(new RegistrySignatureOfOther({ registry, wanted: `\`${entry.path}\``, signed }))
  if (actual !== entry.sha512) return other(`a file with the digest \`${entry.sha512}\``)
  const decoded = decodeCapabilityIndex(bytes)
  if (Result.isFailure(decoded))
    return Result.fail(new RegistryMalformed({ registry, file: entry.path, problem: decoded.failure }))
  const index = decoded.success
  return index.id === id ? Result.succeed(index) : other(`the file of \`${index.id}\``)
}
