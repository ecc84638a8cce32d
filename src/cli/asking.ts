import * as Effect from "effect/Effect"
import type { GivenConsent } from "../domain/consent/decide.ts"
import type { ConsentGate } from "../services/ConsentGate.ts"
import type { Common } from "./common.ts"
import * as Gate from "./consentGate.ts"
import type { EngineServices } from "./Engine.ts"
import { inEngine } from "./verb.ts"

/** Runs a pipeline that may have to ask, in the engine that the flags chose. */
export const inAskingEngine = <A, E, R>(
  common: Common,
  given: GivenConsent,
  work: Effect.Effect<A, E, R | ConsentGate | EngineServices>
) => inEngine(common, Effect.provide(work, Gate.layerWith(common, given)))
