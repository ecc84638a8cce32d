import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { NeededArtifacts } from "../../domain/collect/planCollect.ts"
import type { Surplus } from "../../domain/collect/report.ts"
import { Durable } from "../../services/Durable.ts"
import type { SurplusFiles } from "../../services/Repairs.ts"
import { dropCache, surplusCache } from "../cache/surplus.ts"
import { whenMissing } from "../disk/missing.ts"
import { walk } from "../store/walk.ts"
import { oldTrash } from "./remains.ts"

const everything = { isLeftOut: () => false, maxEntries: Number.MAX_SAFE_INTEGER }

const sized = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const { found } = yield* whenMissing(walk(path, everything), { found: [] })
  let bytes = 0
  for (const one of found) {
    const stands = yield* durable.identify(`${path}/${one.path}`)
    if (Option.isSome(stands) && stands.value.kind === "file") bytes += stands.value.size
  }
  return { path, bytes } satisfies Surplus
})

/** What of gsd's own folder can be deleted. */
export const surplusFiles = Effect.fnUntraced(function* (needed: NeededArtifacts) {
  const trash = yield* whenMissing(oldTrash, [])
  return {
    trash: yield* Effect.forEach(trash, sized),
    cache: yield* surplusCache(needed)
  } satisfies SurplusFiles
})

/** Deletes it. */
export const discard = Effect.fnUntraced(function* ({ cache, trash }: SurplusFiles) {
  const durable = yield* Durable
  for (const { path } of trash) yield* durable.removeTree(path)
  yield* dropCache(cache)
})
