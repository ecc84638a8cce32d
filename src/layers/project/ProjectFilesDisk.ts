import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { parentOf } from "../../domain/paths.ts"
import type { Looked } from "../../domain/project/looked.ts"
import { directoriesTo, projectPlaces } from "../../domain/project/places.ts"
import { Durable } from "../../services/Durable.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { readBundle } from "./bundle.ts"
import { lookAt, wayFrom } from "./look.ts"

const lookAll = Effect.fnUntraced(function* (root: string, paths: ReadonlyArray<string>) {
  const wayTo = wayFrom(root)
  const looked = new Map<string, Looked>()
  for (const path of paths) looked.set(path, yield* lookAt(path, yield* wayTo(parentOf(path))))
  return looked
})

const vendoredNames = Effect.fnUntraced(function* (root: string) {
  const durable = yield* Durable
  const { capabilities } = projectPlaces(root)
  const way = yield* wayFrom(root)(capabilities)
  if (way.blocked !== undefined || way.missing.length > 0) return []
  return (yield* durable.entries(capabilities)).map((entry) => entry.name)
})

const inCheckout = Effect.fnUntraced(function* (root: string) {
  const durable = yield* Durable
  for (const directory of directoriesTo(root, "/").toReversed()) {
    const found = yield* Effect.orElseSucceed(
      durable.identify(`${directory === "/" ? "" : directory}/.git`),
      () => Option.none()
    )
    if (Option.isSome(found)) return true
  }
  return false
})

/** What a project on the disk holds for us. */
export const layer = Layer.effect(
  ProjectFiles,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    return ProjectFiles.of({
      look: Effect.fn("ProjectFiles.look")(
        (root: string, paths: ReadonlyArray<string>) => lookAll(root, paths),
        Effect.provide(services)
      ),
      names: Effect.fn("ProjectFiles.names")((root: string) => vendoredNames(root), Effect.provide(services)),
      bundle: Effect.fn("ProjectFiles.bundle")(
        (root: string, id: string) => readBundle(root, id),
        Effect.provide(services)
      ),
      isCheckout: Effect.fn("ProjectFiles.isCheckout")(
        (root: string) => inCheckout(root),
        Effect.provide(services)
      )
    })
  })
)
