import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { LoopViews } from "../../services/LoopViews.ts"
import { recalling, standing } from "./standing.ts"
import { writeKept } from "./writeKept.ts"

type Services = Durable | GsdHome | HostVersion

const pick = Effect.map(Effect.context<Services>(), Context.pick(Durable, GsdHome, HostVersion))

/**
 * What was composed for the loop, a file per scope under `H/cache`, good for one version of the product and of the
 * engine and for the very bytes of ledgers and consents.
 */
export const layerWith = (productVersion: string) =>
  Layer.effect(
    LoopViews,
    Effect.gen(function* () {
      const services = yield* pick
      const stand = standing(productVersion)
      const read = recalling(productVersion)
      return LoopViews.of({
        read: (asked, point) => read(asked, point).pipe(Effect.provide(services)),
        stand: (asked) =>
          stand(asked).pipe(
            Effect.map(Option.fromUndefinedOr),
            Effect.orElseSucceed(Option.none),
            Effect.provide(services),
            Effect.withSpan("LoopViews.stand")
          ),
        write: Effect.fn("LoopViews.write")(
          function* (asked, before, composed) {
            const after = yield* stand(asked)
            if (after?.key === before.key) yield* writeKept(before, composed)
          },
          (effect) => Effect.ignore(effect),
          Effect.provide(services)
        )
      })
    })
  )

/** Nothing is kept: everything is composed each time. For applications without a version of their own, and for tests. */
export const layerNone: Layer.Layer<LoopViews> = Layer.succeed(
  LoopViews,
  LoopViews.of({
    read: () => Effect.succeedNone,
    stand: () => Effect.succeedNone,
    write: () => Effect.void
  })
)

/** The layer for a product; without a version of it, nothing is kept. */
export const layerFor = ({ productVersion }: { readonly productVersion?: string }) =>
  productVersion === undefined ? layerNone : layerWith(productVersion)
