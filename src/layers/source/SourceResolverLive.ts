import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { usualBounds, type Bounds } from "../../domain/archive/bounds.ts"
import type { Source } from "../../domain/source/source.ts"
import { Artifacts } from "../../services/Artifacts.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Http } from "../../services/Http.ts"
import { Policies } from "../../services/Policies.ts"
import { RegistryIndex } from "../../services/RegistryIndex.ts"
import { SourceResolver, type ResolvedSource, type SourceWish } from "../../services/SourceResolver.ts"
import { Spawner } from "../../services/Spawner.ts"
import type { Staging } from "../../services/Store.ts"
import type { AdapterServices, Wanted } from "./adapter.ts"
import { localAdapter } from "./local.ts"

// A folder's install need not wait for what speaks to servers.
const https = Effect.promise(() => import("./https.ts")).pipe(Effect.map((module) => module.httpsAdapter))
const git = Effect.promise(() => import("./git.ts")).pipe(Effect.map((module) => module.gitAdapter))
const npm = Effect.promise(() => import("./npm.ts")).pipe(Effect.map((module) => module.npmAdapter))
const registry = Effect.promise(() => import("./registry.ts")).pipe(
  Effect.map((module) => module.registryAdapter)
)

const resolveBy = (source: Source, wish: SourceWish) => {
  switch (source.kind) {
    case "local":
    case "archive":
      return localAdapter.resolve(source, wish)
    case "https":
      return Effect.flatMap(https, (adapter) => adapter.resolve(source, wish))
    case "git":
      return Effect.flatMap(git, (adapter) => adapter.resolve(source, wish))
    case "npm":
      return Effect.flatMap(npm, (adapter) => adapter.resolve(source, wish))
    case "registry":
      return Effect.flatMap(registry, (adapter) => adapter.resolve(source, wish))
  }
}

const fetchBy = (wanted: Wanted) => {
  switch (wanted.resolved.source.kind) {
    case "local":
    case "archive":
      return localAdapter.fetch(wanted)
    case "https":
      return Effect.flatMap(https, (adapter) => adapter.fetch(wanted))
    case "git":
      return Effect.flatMap(git, (adapter) => adapter.fetch(wanted))
    case "npm":
      return Effect.flatMap(npm, (adapter) => adapter.fetch(wanted))
    case "registry":
      return Effect.flatMap(registry, (adapter) => adapter.fetch(wanted))
  }
}

/** Every kind of source within given bounds; those not given are the usual ones. */
export const layerWith = (given: Partial<Bounds>) =>
  Layer.effect(
    SourceResolver,
    Effect.gen(function* () {
      const bounds = { ...usualBounds, ...given }
      const services = Context.pick(
        Artifacts,
        Durable,
        Environment,
        GsdHome,
        HostVersion,
        Http,
        Policies,
        RegistryIndex,
        Spawner
      )(yield* Effect.context<AdapterServices | HostVersion | RegistryIndex>())
      return SourceResolver.of({
        resolve: Effect.fn("SourceResolver.resolve")(
          (source: Source, wish: SourceWish = {}) => resolveBy(source, wish),
          Effect.provide(services)
        ),
        fetch: Effect.fn("SourceResolver.fetch")(
          (resolved: ResolvedSource, staging: Staging, integrity?: string) =>
            fetchBy({ resolved, staging, integrity, bounds }),
          Effect.provide(services)
        )
      })
    })
  )

/** Every kind of source within the bounds of every bundle. */
export const layer = layerWith({})
