import * as Effect from "effect/Effect"
import { explainKey } from "../../domain/config/explain.ts"
import { knownKey } from "../../domain/config/key.ts"
import { loopContext } from "../loop/context.ts"
import type { LoopWanted } from "../loop/here.ts"

/** Explains one key: what is in force, where it is set, why other places do not count, and what reads it. */
export const configExplain = Effect.fn("config.explain")(function* (wanted: LoopWanted, key: string) {
  const { keys, layers, registry } = yield* loopContext(wanted)
  return explainKey(registry, layers, yield* Effect.fromResult(knownKey(keys, key)))
})
