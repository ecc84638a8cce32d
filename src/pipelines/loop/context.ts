import * as Effect from "effect/Effect"
import { loadRegistry } from "../loadRegistry.ts"
import { scopeHere } from "../project/here.ts"
import { contextOver, type LoopWanted } from "./here.ts"

export type { LoopWanted } from "./here.ts"

/** Everything that decides what is in force in the loop, here and now. */
export const loopContext = Effect.fn("loopContext")(function* (wanted: LoopWanted) {
  const scope = yield* scopeHere
  const registry = yield* loadRegistry({ includeInstalled: true, scope })
  return { scope, registry, ...(yield* contextOver(registry, wanted)) }
})
