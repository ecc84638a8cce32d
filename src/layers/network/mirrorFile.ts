import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpFailed } from "../../domain/network/errors.ts"
import type { MirrorPlace } from "../../domain/network/mirror.ts"
import { isWithin } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"

/** A place in a mirror on the disk, and the address that it stands for, as it may be told. */
export interface InFolder extends Extract<MirrorPlace, { readonly _tag: "Folder" }> {
  readonly shown: string
}

const missing = ({ path, root, shown }: InFolder) =>
  new HttpFailed({
    url: shown,
    fault: "missing",
    reason: `the mirror \`${root}\` holds no \`${path}\``
  })

/** Real path of what the mirror has there, file or folder. A link that leads out of the mirror is as good as nothing. */
export const realPlace = Effect.fnUntraced(function* (place: InFolder) {
  const durable = yield* Durable
  const real = (path: string) => Effect.mapError(durable.realPath(path), () => missing(place))
  const [root, path] = [yield* real(place.root), yield* real(`${place.root}/${place.path}`)]
  if (!isWithin(path, root)) return yield* missing(place)
  return path
})

const kindAt = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const found = yield* Effect.orElseSucceed(durable.identify(path), () => Option.none())
  return Option.getOrUndefined(found)?.kind
})

/** The file that the mirror has there: a folder's is its `index.json`, as a server of static files has one. */
export const filePlace = Effect.fnUntraced(function* (place: InFolder) {
  const path = yield* realPlace(place)
  if ((yield* kindAt(path)) !== "directory") return path
  return yield* realPlace({ ...place, path: `${place.path}/index.json` })
})
