import * as Effect from "effect/Effect"
import type { LedgerScope } from "../domain/paths.ts"
import { chooseRuntime } from "../domain/runtime/choose.ts"
import { RuntimeHomeless } from "../domain/runtime/errors.ts"
import { RuntimeHomes } from "../services/RuntimeHomes.ts"
import { loadRegistry } from "./loadRegistry.ts"
import { scopeHere } from "./project/here.ts"

/** Whose home is asked for. */
export interface RuntimeHomeRequest {
  readonly id: string
  readonly scope: LedgerScope
  /** The folder of its skills in place of the home. */
  readonly skills: boolean
}

/**
 * Where a runtime lives. Fails with `RuntimeUnknown` when no runtime of this id is acted on here, with `RuntimeHomeless` when
 * it has none in the scope, and with `RuntimeHomeRefused` when a variable or its manifest names what is no place.
 */
export const runtimeHome = Effect.fn("runtimeHome")(function* ({ id, scope, skills }: RuntimeHomeRequest) {
  const homes = yield* RuntimeHomes
  const registry = yield* loadRegistry({ includeInstalled: true, scope: yield* scopeHere })
  const runtime = yield* Effect.fromResult(chooseRuntime(registry, id))
  const home = yield* homes.find({ runtime, scope, part: skills ? "skills" : "config" })
  if (home.path !== null) return { ...home, path: home.path }
  const wanted = skills ? "skills" : "home"
  return yield* new RuntimeHomeless({ runtime: id, scope: scope.kind, wanted, reason: home.reason })
})
