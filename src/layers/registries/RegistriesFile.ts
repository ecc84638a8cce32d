import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { limits } from "../../domain/limits.ts"
import { temporaryOf } from "../../domain/paths.ts"
import { planAdd, planRemove, planSeen, type Planned } from "../../domain/registryIndex/planRegistries.ts"
import {
  decodeRegistries,
  encodeRegistries,
  type RegistriesState,
  type RegistryRecord
} from "../../domain/registryIndex/record.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { Registries, type RegistriesError, type RegistriesWriteError } from "../../services/Registries.ts"
import { whenMissing } from "../disk/missing.ts"
import { holdLock } from "../transaction/holdLock.ts"
import { transactionName } from "../transaction/name.ts"

const fileMode = 0o600

/** Added registries as one JSON file, `H/registries.json`. */
export const layer = Layer.effect(
  Registries,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome,
      Lock
    )(yield* Effect.context<Durable | Environment | GsdHome | Lock>())
    const durable = yield* Durable
    const home = yield* GsdHome
    const path = home.paths.registries

    const read: Effect.Effect<RegistriesState, RegistriesError> = whenMissing(
      durable.read(path, { maxBytes: limits.settingsBytes }),
      undefined
    ).pipe(
      Effect.flatMap((bytes) =>
        bytes === undefined
          ? Effect.succeed<RegistriesState>(new Map())
          : Effect.fromResult(decodeRegistries(path, bytes))
      ),
      Effect.withSpan("Registries.read")
    )

    /** Reads again under the lock, since another command may have written meanwhile; the write itself is not interrupted. */
    const change = Effect.fnUntraced(
      function* <A, E>(
        wait: Duration.Duration,
        planned: (state: RegistriesState) => Result.Result<Planned<A>, E>
      ): Effect.fn.Return<A, E | RegistriesWriteError, Durable | Environment | GsdHome | Lock | Scope.Scope> {
        yield* home.ensure
        yield* holdLock(wait)
        const { next, result } = yield* Effect.fromResult(planned(yield* read))
        if (next === undefined) return result
        const temporary = temporaryOf(path, yield* transactionName)
        yield* Effect.uninterruptible(
          durable.replace(path, encodeRegistries(next), { mode: fileMode, temporary })
        )
        return result
      },
      Effect.scoped,
      Effect.provide(services)
    )

    const add = (name: string, record: RegistryRecord, wait: Duration.Duration) =>
      change(wait, (state) => planAdd(state, name, record)).pipe(Effect.withSpan("Registries.add"))

    const remove = (name: string, wait: Duration.Duration) =>
      change(wait, (state) => planRemove(state, name)).pipe(Effect.withSpan("Registries.remove"))

    return Registries.of({
      read,
      add,
      remove,
      seen: Effect.fn("Registries.seen")(function* (name, seen) {
        // Most roots are known, and then nobody has to wait for anybody.
        const known = yield* Effect.fromResult(planSeen(yield* read, name, seen))
        if (known.next === undefined) return
        yield* change(Duration.millis(limits.lockWaitMillis), (state) => planSeen(state, name, seen))
      })
    })
  })
)
