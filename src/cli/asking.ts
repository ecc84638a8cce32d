import * as Effect from "effect/Effect"
import type { GivenConsent } from "../domain/consent/decide.ts"
import type { LedgerScope } from "../domain/paths.ts"
import type { ConsentGate } from "../services/ConsentGate.ts"
import type { Common } from "./common.ts"
import * as Gate from "./consentGate.ts"
import type { EngineServices } from "./Engine.ts"
import { inEngine } from "./verb.ts"

/** Runs a pipeline that may have to ask, in the engine that the flags chose. */
export const inAskingEngine = <A, E, R>(
  common: Common,
  given: GivenConsent,
  work: (scope: LedgerScope) => Effect.Effect<A, E, R | ConsentGate | EngineServices>
) => inEngine(common, (scope) => Effect.provide(work(scope), Gate.layerWith(common, given)))
