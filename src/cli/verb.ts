import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { LedgerScope } from "../domain/paths.ts"
import { scopeNamed } from "../pipelines/project/scope.ts"
import { Progress } from "../services/Progress.ts"
import type { Common } from "./common.ts"
import {
  DoctorEngine,
  Engine,
  FamilyEngine,
  type DoctorServices,
  type EngineServices,
  type FamilyServices,
  Workshop,
  type WorkshopServices
} from "./Engine.ts"
import { jsonText } from "./render/json.ts"
import type { View } from "./render/view.ts"
import { Screen } from "./Screen.ts"

/** A pipeline for the scope that `--scope` names. */
export type Work<A, E, R> = (scope: LedgerScope) => Effect.Effect<A, E, R>

/** The work in the scope that the flags chose, which tells a person how far it is. */
const told = Effect.fnUntraced(function* <A, E, R>(common: Common, given: Work<A, E, R>) {
  const { progress } = yield* Screen
  const work = Effect.flatMap(scopeNamed(common.scope), given)
  return yield* common.json ? work : Effect.provideService(work, Progress, yield* progress)
})

/**
 * Runs a pipeline in the engine that the flags chose. In project scope it fails with `NoProject` where there is none,
 * and with `HomeInsideProject` where the project is or holds the user's home.
 */
export const inEngine = Effect.fnUntraced(function* <A, E, R>(
  common: Common,
  given: Work<A, E, R | EngineServices>
) {
  const engine = yield* Engine
  return yield* Effect.provide(told(common, given), engine.layer(common))
})

/** The same in the engine that the doctor works with. */
export const inDoctor = Effect.fnUntraced(function* <A, E, R>(
  common: Common,
  given: Work<A, E, R | DoctorServices>
) {
  const engine = yield* DoctorEngine
  return yield* Effect.provide(told(common, given), engine.layer(common))
})

/** Runs what an author asks for, which needs nobody's home. */
export const inWorkshop = Effect.fnUntraced(function* <A, E, R>(
  work: Effect.Effect<A, E, R | WorkshopServices>
) {
  const { layer } = yield* Workshop
  return yield* Effect.provide(work, layer)
})

/** Runs what a maintainer or user of the agent-workflow family asks for. */
export const inFamily = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R | FamilyServices>) {
  const { layer } = yield* FamilyEngine
  return yield* Effect.provide(work, layer)
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
