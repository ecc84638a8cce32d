import * as Result from "effect/Result"
import { RegistryTaken, RegistryUnknown } from "./addedErrors.ts"
import { RegistryRolledBack } from "./errors.ts"
import type { SeenRoot } from "./judge.ts"
import type { HighestSeen, RegistriesState, RegistryRecord } from "./record.ts"

/** What a change of the registries comes to. */
export interface Planned<A> {
  /** The registries as they shall be; undefined when they are so already. */
  readonly next: RegistriesState | undefined
  readonly result: A
}

/** Whether a root is newer than the highest that was seen; one that is older, or another under the same counter, is refused. */
const isNewer = (
  registry: string,
  highest: HighestSeen,
  seen: HighestSeen
): Result.Result<boolean, RegistryRolledBack> => {
  if (seen.version > highest.version) return Result.succeed(true)
  return seen.version === highest.version && seen.sha512 === highest.sha512
    ? Result.succeed(false)
    : Result.fail(new RegistryRolledBack({ registry, highest: highest.version, found: seen.version }))
}

const withRecord = (state: RegistriesState, name: string, record: RegistryRecord): RegistriesState =>
  new Map([...state, [name, record]])

const isSigned = ({ keys }: Pick<RegistryRecord, "keys">): boolean => keys.length > 0

/** Adds a registry, or looks at one again that was added with the same address. What was seen of it is never lowered. */
export const planAdd = (
  state: RegistriesState,
  name: string,
  record: RegistryRecord
): Result.Result<Planned<void>, RegistryTaken | RegistryRolledBack> => {
  const old = state.get(name)
  if (old === undefined) return Result.succeed({ next: withRecord(state, name, record), result: undefined })
  const trusted = new Set(old.keys.map((key) => key.keyid))
  const isSame =
    old.url === record.url &&
    isSigned(old) === isSigned(record) &&
    (!isSigned(record) || record.keys.some((key) => trusted.has(key.keyid)))
  if (!isSame) return Result.fail(new RegistryTaken({ registry: name, url: old.url }))
  return Result.map(isNewer(name, old.highest, record.highest), (newer) => ({
    next: newer ? withRecord(state, name, record) : undefined,
    result: undefined
  }))
}

const unknown = (state: RegistriesState, registry: string) =>
  Result.fail(new RegistryUnknown({ registry, known: [...state.keys()] }))

/** Takes a registry out, and gives what was known of it. */
export const planRemove = (
  state: RegistriesState,
  name: string
): Result.Result<Planned<RegistryRecord>, RegistryUnknown> => {
  const old = state.get(name)
  if (old === undefined) return unknown(state, name)
  return Result.succeed({ next: new Map([...state].filter(([one]) => one !== name)), result: old })
}

/** Advances what was seen of a registry, and the keys that are trusted to sign its next root. */
export const planSeen = (
  state: RegistriesState,
  name: string,
  { highest, keys }: SeenRoot
): Result.Result<Planned<void>, RegistryUnknown | RegistryRolledBack> => {
  const old = state.get(name)
  if (old === undefined) return unknown(state, name)
  return Result.map(isNewer(name, old.highest, highest), (newer) => ({
    next: newer ? withRecord(state, name, { url: old.url, keys, highest }) : undefined,
    result: undefined
  }))
}
