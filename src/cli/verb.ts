import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Progress } from "../services/Progress.ts"
import type { Common } from "./common.ts"
import { Engine, type EngineServices } from "./Engine.ts"
import { ScopeUnbuilt } from "./errors.ts"
import { jsonText } from "./render/json.ts"
import type { View } from "./render/view.ts"
import { Screen } from "./Screen.ts"

/** Runs a pipeline in the engine that the flags chose. */
export const inEngine = Effect.fnUntraced(function* <A, E, R>(
  common: Common,
  work: Effect.Effect<A, E, R | EngineServices>
) {
  if (common.scope === "project") return yield* new ScopeUnbuilt({ scope: common.scope })
  const engine = yield* Engine
  const { progress } = yield* Screen
  const told = common.json ? work : Effect.provideService(work, Progress, yield* progress)
  return yield* Effect.provide(told, engine.layer(common))
})

/** Prints a result on stdout: as the one JSON document, or as text. */
export const print = Effect.fnUntraced(function* <A>(
  common: Pick<Common, "json">,
  value: A,
  render: (value: A, view: View) => string
) {
  const { out } = yield* Screen
  yield* Console.log(common.json ? jsonText(value) : render(value, yield* out))
})
