import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import { usualBounds, type Bounds } from "../../domain/archive/bounds.ts"
import { nameOf } from "../../domain/paths.ts"
import { isArchiveName, SourceMissing, type Source } from "../../domain/source/source.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import {
  SourceResolver,
  type Fetched,
  type FetchError,
  type ResolvedSource
} from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"
import { whenMissing } from "../disk/missing.ts"
import { checkArchive, fetchArchive } from "./archive.ts"
import { fetchFolder } from "./folder.ts"

const resolveFolder = Effect.fnUntraced(function* (path: string, canonical: string) {
  const durable = yield* Durable
  // The root of a checkout is named by whoever cloned it, so its name says nothing about the id.
  const isCheckout = Option.isSome(yield* durable.identify(`${canonical}/.git`))
  const folder = isCheckout ? {} : { folder: nameOf(canonical) }
  return { source: { kind: "local", path }, canonical, ...folder } satisfies ResolvedSource
})

/** What stands at the path decides, not its name: a folder may be called `x.tgz`. An archive must be, to be one again when it is updated. */
const resolveLocal = Effect.fnUntraced(function* (source: Source) {
  const durable = yield* Durable
  const environment = yield* Environment
  const path = resolvePath(environment.workingDirectory, source.path)
  const canonical = yield* whenMissing(durable.realPath(path), undefined)
  const identity = canonical === undefined ? Option.none() : yield* durable.identify(canonical)
  if (canonical === undefined || Option.isNone(identity))
    return yield* new SourceMissing({ path, reason: "does not exist" })
  const { kind } = identity.value
  if (kind === "directory") return yield* resolveFolder(source.path, canonical)
  if (kind === "file" && isArchiveName(canonical))
    return { source: { kind: "archive", path: source.path }, canonical } satisfies ResolvedSource
  const reason = isArchiveName(path) ? "leads to what is no archive" : "is no folder"
  return yield* new SourceMissing({ path, reason })
})

interface Wanted {
  readonly resolved: ResolvedSource
  readonly staging: Staging
  readonly integrity: string | undefined
}

const fetchLocal = (
  bounds: Bounds,
  { integrity, resolved, staging }: Wanted
): Effect.Effect<Fetched, FetchError, Durable> =>
  resolved.source.kind === "archive"
    ? Effect.andThen(
        integrity === undefined ? Effect.void : checkArchive(bounds, resolved, integrity),
        fetchArchive(bounds, resolved, staging)
      )
    : fetchFolder(bounds, resolved, staging)

/** Local folders and archives within given bounds; those not given are the usual ones. */
export const layerWith = (given: Partial<Bounds>) =>
  Layer.effect(
    SourceResolver,
    Effect.gen(function* () {
      const bounds = { ...usualBounds, ...given }
      const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
      return SourceResolver.of({
        resolve: Effect.fn("SourceResolver.resolve")(
          (source: Source) => resolveLocal(source),
          Effect.provide(services)
        ),
        fetch: Effect.fn("SourceResolver.fetch")(
          (resolved: ResolvedSource, staging: Staging, integrity?: string) =>
            fetchLocal(bounds, { resolved, staging, integrity }),
          Effect.provide(services)
        )
      })
    })
  )

/** Local folders and archives within the bounds of every bundle. */
export const layer = layerWith({})
