import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { builtInView } from "../../domain/loop/builtInView.ts"
import { globalScope, scopeKey } from "../../domain/paths.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { LoopViews, type LoopViewAsked, type LoopViewStand } from "../../services/LoopViews.ts"
import { whenMissing } from "../disk/missing.ts"
import { pendingTransactions } from "../transaction/pending.ts"
import { readKept } from "./keptFile.ts"
import { sha256Of } from "./sha256.ts"

type Services = Durable | GsdHome | HostVersion

/** Form of the file; a change of what is kept or of its meaning makes another. */
const form = "1"

/** Digest of a file's bytes; empty when there is none. */
const digestOf = Effect.fnUntraced(function* (path: string, maxBytes: number) {
  const durable = yield* Durable
  const bytes = yield* whenMissing(durable.read(path, { maxBytes }), undefined)
  return bytes === undefined ? "" : sha256Of(bytes)
})

/** Digests of the ledgers that count in a scope: the user's, then the project's. */
const ledgersOf = Effect.fnUntraced(function* ({ scope }: LoopViewAsked) {
  const { paths } = yield* GsdHome
  const users = yield* digestOf(paths.ledger(globalScope), limits.ledgerBytes)
  return [
    users,
    scope.kind === "global" ? "" : yield* digestOf(paths.ledger(scope), limits.ledgerBytes)
  ] as const
})

/** Where things stand; undefined when nothing was ever installed or switched here. */
const standing = (productVersion: string) =>
  Effect.fnUntraced(function* (asked: LoopViewAsked) {
    const { paths } = yield* GsdHome
    const host = yield* HostVersion
    const [users, projects] = yield* ledgersOf(asked)
    if (users === "" && projects === "") return undefined
    const at = yield* Clock.currentTimeMillis
    const consent = yield* digestOf(paths.consent, limits.consentBytes)
    const key = [form, productVersion, yield* host.read, users, projects, consent, asked.policy]
    // Where the project installed nothing, what is composed is the same as outside of it.
    const scope = projects === "" ? globalScope : asked.scope
    return { name: `loop-${scopeKey(scope)}.json`, key: JSON.stringify(key), at } satisfies LoopViewStand
  })

/**
 * What was composed for the loop, a file per scope under `H/cache`, good for one version of the product and of the
 * engine and for the very bytes of ledgers and consents.
 */
export const layerWith = (productVersion: string) =>
  Layer.effect(
    LoopViews,
    Effect.gen(function* () {
      const services = Context.pick(Durable, GsdHome, HostVersion)(yield* Effect.context<Services>())
      const stand = standing(productVersion)
      const read = Effect.fnUntraced(function* (asked: LoopViewAsked) {
        if ((yield* pendingTransactions).length > 0) return Option.none()
        const now = yield* stand(asked)
        return now === undefined ? Option.some(builtInView()) : yield* readKept(now)
      })
      return LoopViews.of({
        read: (asked) =>
          read(asked).pipe(
            Effect.orElseSucceed(Option.none),
            Effect.provide(services),
            Effect.withSpan("LoopViews.read")
          ),
        stand: (asked) =>
          stand(asked).pipe(
            Effect.map(Option.fromUndefinedOr),
            Effect.orElseSucceed(Option.none),
            Effect.provide(services),
            Effect.withSpan("LoopViews.stand")
          ),
        write: Effect.fn("LoopViews.write")(
          function* (asked, before, composed) {
            // Loaded by who composes; who remembers needs none of it.
            const { writeKept } = yield* Effect.promise(() => import("./writeKept.ts"))
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
