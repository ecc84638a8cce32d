import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Durable } from "../../services/Durable.ts"
import type { Environment } from "../../services/Environment.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Http } from "../../services/Http.ts"
import type { Lock } from "../../services/Lock.ts"
import type { Policies } from "../../services/Policies.ts"
import { Registries } from "../../services/Registries.ts"
import { RegistryIndex } from "../../services/RegistryIndex.ts"
import { Signatures } from "../../services/Signatures.ts"

type Needs = Durable | Environment | GsdHome | Http | Lock | Policies

/** Everything about registries, loaded with the first call, for the many commands that ask none. */
export const layerWith = (signatures?: Layer.Layer<Signatures>) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const needs = yield* Effect.context<Needs>()
      const built = Effect.gen(function* () {
        const { registriesOver } = yield* Effect.promise(() => import("./registriesOver.ts"))
        return yield* Layer.buildWithScope(registriesOver(signatures), scope)
      })
      const real = yield* Effect.cached(Effect.provide(built, needs))
      const registries = Effect.map(real, (context) => Context.get(context, Registries))
      const index = Effect.map(real, (context) => Context.get(context, RegistryIndex))
      const checking = Effect.map(real, (context) => Context.get(context, Signatures))
      return Context.make(
        Registries,
        Registries.of({
          read: Effect.flatMap(registries, (one) => one.read),
          add: (name, record, wait) => Effect.flatMap(registries, (one) => one.add(name, record, wait)),
          remove: (name, wait) => Effect.flatMap(registries, (one) => one.remove(name, wait)),
          seen: (name, seen) => Effect.flatMap(registries, (one) => one.seen(name, seen))
        })
      ).pipe(
        Context.add(
          RegistryIndex,
          RegistryIndex.of({
            look: (place) => Effect.flatMap(index, (one) => one.look(place)),
            root: (name) => Effect.flatMap(index, (one) => one.root(name)),
            capability: (name, id) => Effect.flatMap(index, (one) => one.capability(name, id))
          })
        ),
        Context.add(
          Signatures,
          Signatures.of({
            verify: (check) => Effect.flatMap(checking, (one) => one.verify(check)),
            open: (file, pem) => Effect.flatMap(checking, (one) => one.open(file, pem))
          })
        )
      )
    })
  )
