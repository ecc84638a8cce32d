import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConsentState } from "../../domain/consent/record.ts"
import { ConsentStore, type ConsentError } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { storeFile } from "./storeFile.ts"

/** The consent store as one JSON file, `H/consent.json`. */
export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome)(yield* Effect.context<Durable | GsdHome>())
    const read: Effect.Effect<ConsentState, ConsentError> = storeFile().pipe(
      Effect.map(({ state }) => state),
      Effect.provide(services),
      Effect.withSpan("ConsentStore.read")
    )
    return ConsentStore.of({ read })
  })
)
