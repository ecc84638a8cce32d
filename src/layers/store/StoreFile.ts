import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { Store } from "../../services/Store.ts"
import { glance, identities, verify } from "./inspect.ts"
import { makeReader } from "./read.ts"
import { openStaging } from "./staging.ts"
import { sweepStagings } from "./sweep.ts"

/** Bundles as folders under `H/store`. */
export const layer = Layer.effect(
  Store,
  Effect.gen(function* () {
    const home = yield* GsdHome
    // Not the whole context: it holds the layer's own scope, and a staging lives in its caller's.
    const services = Context.pick(Durable, GsdHome, Lock)(yield* Effect.context<Durable | GsdHome | Lock>())
    const reader = yield* makeReader
    const stage = Effect.gen(function* () {
      yield* home.ensure
      yield* sweepStagings
      return yield* openStaging
    })
    return Store.of({
      stage: stage.pipe(Effect.provide(services), Effect.withSpan("Store.stage")),
      files: Effect.fn("Store.files")(reader.files),
      read: Effect.fn("Store.read")(reader.read),
      verify: Effect.fn("Store.verify")(
        (contentHash: string) => verify(contentHash),
        Effect.provide(services)
      ),
      identities: Effect.fn("Store.identities")(
        (bundles: Parameters<typeof identities>[0]) => identities(bundles),
        Effect.provide(services)
      ),
      glance: Effect.fn("Store.glance")(
        (contentHash: string, paths: ReadonlyArray<string>) => glance(contentHash, paths),
        Effect.provide(services)
      )
    })
  })
)
