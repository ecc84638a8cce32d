import { loopPoints, ownLoopContract, pointRank, type LoopPoint } from "../capability/loopContract.ts"
import { inForceAt } from "./activation.ts"
import type { ValueOf } from "./switch.ts"
import type { LoopRegistry } from "./view.ts"

/** A hook that makes and takes artefacts. */
export interface Exchanging {
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
}

/** Artefacts that are there before the hooks of a point run: the workflows', and of hooks in force at earlier points. */
export const artifactsBefore = (
  registry: Pick<LoopRegistry, "members" | "index">,
  point: LoopPoint,
  valueOf: ValueOf
): ReadonlySet<string> => {
  const there = new Set(ownLoopContract[point].artifacts)
  for (const earlier of loopPoints.slice(0, pointRank(point))) {
    const { contributions, steps } = inForceAt(registry, earlier, valueOf)
    for (const { hook } of [...steps, ...contributions]) for (const name of hook.produces) there.add(name)
  }
  return there
}

/**
 * For each hook of a point what it consumes that is neither there before nor made by another one of them, in the order
 * given.
 */
export const unsatisfiedIn = (
  hooks: ReadonlyArray<Exchanging>,
  before: ReadonlySet<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  const makers = new Map<string, number>()
  for (const { produces } of hooks)
    for (const name of new Set(produces)) makers.set(name, (makers.get(name) ?? 0) + 1)
  return hooks.map(({ consumes, produces }) =>
    consumes.filter(
      (name) => !before.has(name) && (makers.get(name) ?? 0) <= (produces.includes(name) ? 1 : 0)
    )
  )
}
