import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { DiskFailure } from "../../domain/disk/errors.ts"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { lookText } from "../../domain/overlay/keptList.ts"
import { identityText } from "../../domain/store/seal.ts"
import type { Durable } from "../../services/Durable.ts"

/** What a run asked of its machine, and what came of it. */
export interface Watch {
  /** By path; undefined where nothing was. */
  readonly looks: Map<string, FileIdentity | undefined>
  /** Folders whose names were read. */
  readonly listed: Set<string>
  /** Real paths. */
  readonly reals: Map<string, string>
  readonly variables: Map<string, string | undefined>
  /** Nothing was asked besides, nothing was written, nothing failed, and nothing changed meanwhile. */
  isWhole: boolean
}

/** A watch of a run that is to begin. */
export const makeWatch = (): Watch => ({
  looks: new Map(),
  listed: new Set(),
  reals: new Map(),
  variables: new Map(),
  isWhole: true
})

/** What a look says of all; two that say the same saw the same. */
const textOf = (found: FileIdentity | undefined): string =>
  found === undefined ? "" : `${found.mode} ${found.uid} ${found.gid} ${lookText(found)}`

const see = (watch: Watch, path: string, found: FileIdentity | undefined): void => {
  if (watch.looks.has(path) && textOf(watch.looks.get(path)) !== textOf(found)) watch.isWhole = false
  watch.looks.set(path, found)
}

/** That nothing is there is an answer; that it cannot be told is none. */
const fails = (watch: Watch, failure: unknown): void => {
  const isAnswer =
    failure instanceof DiskFailure && (failure.reason === "missing" || failure.reason === "not-a-directory")
  if (!isAnswer) watch.isWhole = false
}

/** What a watch understands of a disk; each answers as the disk does. */
const watched = (
  durable: Durable["Service"],
  watch: Watch
): Pick<Durable["Service"], "entries" | "identify" | "identifyAll" | "lookAll" | "read" | "realPath"> => {
  const noting = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.tapError(effect, (failure) => Effect.sync(() => fails(watch, failure)))
  // Before it is read: what is read then is at least as new, and whoever compares later sees that.
  const lookingAt = (path: string) =>
    Effect.map(durable.identifyAll([path]), ([found]) => see(watch, path, found))
  const identifyAll = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
    const found = yield* durable.identifyAll(paths)
    for (const [at, path] of paths.entries()) see(watch, path, found[at])
    // Nothing may be there, or nobody may look.
    if (found.includes(undefined)) watch.isWhole = false
    return found
  })
  return {
    identifyAll,
    lookAll: (paths) =>
      Effect.map(identifyAll(paths), (found) =>
        found.map((one) => (one === undefined ? undefined : identityText(one)))
      ),
    identify: (path) =>
      Effect.tap(noting(durable.identify(path)), (found) =>
        Effect.sync(() => see(watch, path, Option.getOrUndefined(found)))
      ),
    read: (path, options) => Effect.andThen(lookingAt(path), noting(durable.read(path, options))),
    entries: (path) => {
      watch.listed.add(path)
      return Effect.andThen(lookingAt(path), noting(durable.entries(path)))
    },
    realPath: (path) =>
      durable.realPath(path).pipe(
        Effect.tap((real) => Effect.sync(() => watch.reals.set(path, real))),
        // A watch compares real paths only where there is one.
        Effect.tapError(() =>
          Effect.sync(() => {
            watch.isWhole = false
          })
        )
      )
  }
}

/** A disk that tells a watch what it is asked. Anything that the watch does not understand makes it less than whole. */
export const watchingDisk = (durable: Durable["Service"], watch: Watch): Durable["Service"] => {
  const understood = watched(durable, watch)
  return new Proxy(durable, {
    get: (target, name) => {
      if (name in understood) return Reflect.get(understood, name)
      watch.isWhole = false
      return Reflect.get(target, name)
    }
  })
}

/** Variables that tell a watch which of them are asked for; a look at all of them makes it less than whole. */
export const watchingVariables = (
  variables: ReadonlyMap<string, string>,
  watch: Watch
): ReadonlyMap<string, string> => {
  const get = (name: string): string | undefined => {
    const value = variables.get(name)
    watch.variables.set(name, value)
    return value
  }
  return new Proxy(variables, {
    get: (target, name) => {
      if (name === "get") return get
      watch.isWhole = false
      const found: unknown = Reflect.get(target, name)
      return typeof found === "function" ? found.bind(target) : found
    }
  })
}
