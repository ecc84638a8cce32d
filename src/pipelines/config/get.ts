import * as Effect from "effect/Effect"
import { valueInForce, type ConfigValue } from "../../domain/config/explain.ts"
import { entryOf, isOwnKey, knownKey, type KnownKey } from "../../domain/config/key.ts"
import { mergeLayers } from "../../domain/config/merge.ts"
import { hostKeys } from "../../domain/config/hostKeys.ts"
import { loopContext } from "../loop/context.ts"
import type { LoopWanted } from "../loop/here.ts"

/** The value in force of one key. */
export const configGet = Effect.fn("config.get")(function* (wanted: LoopWanted, key: string) {
  const { keys, layers } = yield* loopContext(wanted)
  return valueInForce(layers, yield* Effect.fromResult(knownKey(keys, key)))
})

/**
 * The values in force of every key that a loaded capability declares, of the product's own that have a type, and of its
 * others that something sets; ascending. Keys that nobody knows are left out.
 */
export const configValues = Effect.fn("config.values")(function* (wanted: LoopWanted) {
  const { keys, layers } = yield* loopContext(wanted)
  const set = [...mergeLayers(layers, () => undefined).settings.keys()].filter(isOwnKey)
  const names = new Set([...keys.keys(), ...hostKeys.keys(), ...set])
  return [...names]
    .toSorted()
    .map((key): KnownKey => ({ key, owner: keys.get(key)?.owner, entry: entryOf(keys, key) }))
    .map((known): ConfigValue => valueInForce(layers, known))
})
