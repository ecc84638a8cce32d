import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { limits } from "../../domain/limits.ts"
import { Composition, Summary, type Memory } from "../../domain/overlay/summary.ts"
import { temporaryOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Summaries } from "../../services/Summaries.ts"
import { transactionName } from "../transaction/name.ts"

const SummaryFile = Schema.Struct({
  key: Schema.String,
  summaries: Schema.Record(Schema.String, Summary),
  compositions: Schema.Record(Schema.String, Composition)
})

const nothing: Memory = { summaries: new Map(), compositions: new Map() }

const decode = Schema.decodeUnknownOption(SummaryFile)

const parse = (bytes: Uint8Array) =>
  Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder().decode(bytes)),
    catch: () => "no JSON" as const
  })

/**
 * Summaries as one file under `H/cache`, good for one version of the product and of the engine. Our own cache in the
 * user's own folder, so the platform's parser reads it.
 */
export const layerWith = (productVersion: string) =>
  Layer.effect(
    Summaries,
    Effect.gen(function* () {
      const durable = yield* Durable
      const { paths } = yield* GsdHome
      const host = yield* HostVersion
      const path = `${paths.cache}/overlays.json`
      const key = Effect.map(host.read, (version) => `4 ${productVersion} ${version}`)
      const read = Effect.gen(function* () {
        const bytes = yield* durable.read(path, { maxBytes: limits.fileListBytes })
        const file = Option.getOrUndefined(decode(yield* parse(bytes)))
        if (file?.key !== (yield* key)) return nothing
        return {
          summaries: new Map(Object.entries(file.summaries)),
          compositions: new Map(Object.entries(file.compositions))
        } satisfies Memory
      }).pipe(
        Effect.orElseSucceed((): Memory => nothing),
        Effect.withSpan("Summaries.read")
      )
      const write = Effect.fn("Summaries.write")(
        function* (memory: Memory) {
          yield* Effect.ignore(durable.makeDirectory(paths.cache, { mode: 0o700 }))
          const file = {
            key: yield* key,
            summaries: Object.fromEntries(memory.summaries),
            compositions: Object.fromEntries(memory.compositions)
          }
          const bytes = new TextEncoder().encode(JSON.stringify(file))
          yield* durable.replace(path, bytes, {
            mode: 0o600,
            temporary: temporaryOf(path, yield* transactionName)
          })
        },
        (effect) => Effect.ignore(effect)
      )
      return Summaries.of({ read, write })
    })
  )

/** No cache: everything is worked out each time. For applications without a version of their own, and for tests. */
export const layerNone: Layer.Layer<Summaries> = Layer.succeed(
  Summaries,
  Summaries.of({ read: Effect.succeed(nothing), write: () => Effect.void })
)
