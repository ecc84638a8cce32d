import * as Effect from "effect/Effect"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import type { EntryKind } from "../../domain/disk/identity.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"

/** One thing below a root; folders are only listed when they are empty. */
export interface Walked {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly kind: EntryKind
}

/** How a walk is bounded. */
export interface WalkOptions {
  /** Leaves a path out, with everything below it. */
  readonly isLeftOut: (path: string) => boolean
  /** Ends the walk once more things than this were met, folders included, the last one listed too. */
  readonly maxEntries: number
}

/** What a walk met. */
export interface Walk {
  readonly found: ReadonlyArray<Walked>
  /** True when there was more than the bound: `found` then lists unvisited folders too, and is not everything. */
  readonly isCut: boolean
}

/** Everything below `root` but folders that hold something, links not followed, depth first, ascending. */
export const walk = Effect.fnUntraced(function* (
  root: string,
  options: WalkOptions
): Effect.fn.Return<Walk, DiskFailure, Durable> {
  const durable = yield* Durable
  const found: Array<Walked> = []
  const pending: Array<string> = [""]
  let met = 0
  while (pending.length > 0 && met <= options.maxEntries) {
    const folder = pending.pop() ?? ""
    const entries = yield* durable.entries(folder === "" ? root : `${root}/${folder}`)
    if (entries.length === 0 && folder !== "") found.push({ path: folder, kind: "directory" })
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (options.isLeftOut(path)) continue
      met += 1
      if (entry.kind !== "directory") found.push({ path, kind: entry.kind })
      else pending.push(path)
    }
  }
  found.push(...pending.map((path): Walked => ({ path, kind: "directory" })))
  return { found, isCut: met > options.maxEntries }
})

/** Bounds for walking a stored bundle: one more than a bundle may hold, so that a surplus is seen. */
export const storedWalk: WalkOptions = { isLeftOut: () => false, maxEntries: limits.bundleEntries }
