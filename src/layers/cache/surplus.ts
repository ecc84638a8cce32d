import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { NeededArtifacts } from "../../domain/collect/planCollect.ts"
import type { Surplus } from "../../domain/collect/report.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { unless, whenMissing } from "../disk/missing.ts"

const nanosPerMilli = 1_000_000n

/** Plain files of a folder of the cache that were last written longer ago than a command may take. */
const oldFiles = Effect.fnUntraced(function* (folder: string, isNeeded: (name: string) => boolean) {
  const durable = yield* Durable
  const oldest = BigInt((yield* Clock.currentTimeMillis) - limits.trashMillis) * nanosPerMilli
  const found: Array<Surplus> = []
  for (const { kind, name } of yield* whenMissing(durable.entries(folder), [])) {
    const path = `${folder}/${name}`
    if (kind !== "file" || isNeeded(name)) continue
    const stands = yield* durable.identify(path)
    if (Option.isSome(stands) && stands.value.mtimeNs < oldest) found.push({ path, bytes: stands.value.size })
  }
  return found
})

/** What of the cache nothing needs. */
export const surplusCache = Effect.fnUntraced(function* (needed: NeededArtifacts) {
  const { paths } = yield* GsdHome
  const artifacts = yield* oldFiles(paths.artifacts, (name) => needed.has(name))
  return [...artifacts, ...(yield* oldFiles(paths.parts, () => false))]
})

/** Deletes files of the cache; what is gone already is as good. */
export const dropCache = Effect.fnUntraced(function* (files: ReadonlyArray<Surplus>) {
  const durable = yield* Durable
  for (const { path } of files) yield* unless(durable.unlink(path), "missing")
})
