import * as Result from "effect/Result"
import type { KeyEntry } from "./entry.ts"
import { nearest } from "../capability/suggest.ts"
import { reservedNames } from "../capability/vocabulary.ts"
import { limits } from "../limits.ts"
import { centralKeyNames, isCentralKey } from "../registry/centralKeys.ts"
import { ConfigKeyRefused, ConfigKeyUnknown } from "./errors.ts"
import type { FederatedKey } from "./federated.ts"
import { hostKeys } from "./hostKeys.ts"

/** Keys of loaded capabilities, by key. */
export type FederatedKeys = ReadonlyMap<string, FederatedKey>

/** A key that may be set here. */
export interface KnownKey {
  readonly key: string
  /** Id of the capability that declares it; undefined for the product's own. */
  readonly owner: string | undefined
  /** Undefined: it takes any scalar or list. */
  readonly entry: KeyEntry | undefined
}

const reserved: ReadonlySet<string> = new Set(reservedNames)

/** What is wrong with the name of a key, as a clause; undefined when nothing is. */
export const keyProblem = (key: string): string | undefined => {
  if (key.length > limits.configKeyCharacters)
    return `is longer than ${limits.configKeyCharacters} characters`
  const parts = key.split(".")
  if (parts.some((part) => part === "")) return "has an empty part"
  return parts.some((part) => reserved.has(part))
    ? "has a part that JavaScript reserves, which no key may"
    : undefined
}

/** Names of variables that a lane is given besides. Source: domain/lane/childEnvironment. */
const allowed = /^review\.env_allow\.[a-zA-Z0-9_-]+$/u

/** Tells whether a key is the product's own. */
export const isOwnKey = (key: string): boolean => hostKeys.has(key) || isCentralKey(key) || allowed.test(key)

/** Suggestions of one error. */
const mostSimilar = 5

/** Every name that is worth a suggestion: of capabilities, and of the product. */
export const nameableKeys = (keys: FederatedKeys): ReadonlyArray<string> =>
  [...new Set([...keys.keys(), ...hostKeys.keys(), ...centralKeyNames])].toSorted()

const unknown = (keys: FederatedKeys, key: string): ConfigKeyUnknown => {
  const names = nameableKeys(keys)
  const meant = nearest(key, names)
  const below = names.filter((name) => name.startsWith(`${key}.`))
  const similar = [...(meant === undefined ? [] : [meant]), ...below].slice(0, mostSimilar)
  return new ConfigKeyUnknown({ key, similar })
}

/** Refuses a name that no key can have. */
export const judgeName = (key: string): Result.Result<string, ConfigKeyRefused> => {
  const problem = keyProblem(key)
  return problem === undefined ? Result.succeed(key) : Result.fail(new ConfigKeyRefused({ key, problem }))
}

/** Type of a key, where it is known: that of the capability that declares it, else the product's own. */
export const entryOf = (keys: FederatedKeys, key: string): KeyEntry | undefined =>
  keys.get(key)?.entry ?? hostKeys.get(key)

/** Finds a key by its whole name among those of loaded capabilities and of the product. */
export const knownKey = (
  keys: FederatedKeys,
  key: string
): Result.Result<KnownKey, ConfigKeyRefused | ConfigKeyUnknown> =>
  Result.flatMap(judgeName(key), (): Result.Result<KnownKey, ConfigKeyUnknown> => {
    const owned = keys.get(key)
    if (owned === undefined && !isOwnKey(key)) return Result.fail(unknown(keys, key))
    return Result.succeed({ key, owner: owned?.owner, entry: entryOf(keys, key) })
  })
