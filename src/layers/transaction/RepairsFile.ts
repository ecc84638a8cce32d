import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GsdHome } from "../../services/GsdHome.ts"
import { Repairs } from "../../services/Repairs.ts"
import { deadStagings, sweepStagings } from "../store/sweep.ts"
import { interrupted } from "./interrupted.ts"
import { openRebuild } from "./rebuild.ts"
import { discard, surplusFiles } from "./surplus.ts"
import { transactionServices, type TransactionServices } from "./services.ts"

/** Repairs on the disk. */
export const layer = Layer.effect(
  Repairs,
  Effect.gen(function* () {
    const services = transactionServices(yield* Effect.context<TransactionServices>())
    const { ensure, paths } = yield* GsdHome
    return Repairs.of({
      interrupted: interrupted.pipe(Effect.provide(services), Effect.withSpan("Repairs.interrupted")),
      deadStagings: Effect.map(deadStagings, (names) => names.map(paths.staging)).pipe(
        Effect.provide(services),
        Effect.withSpan("Repairs.deadStagings")
      ),
      sweep: Effect.andThen(ensure, sweepStagings).pipe(
        Effect.provide(services),
        Effect.withSpan("Repairs.sweep")
      ),
      surplus: Effect.fn("Repairs.surplus")(surplusFiles, Effect.provide(services)),
      discard: Effect.fn("Repairs.discard")(discard, Effect.provide(services)),
      beginRebuild: Effect.fn("Repairs.beginRebuild")(openRebuild, Effect.provide(services))
    })
  })
)
