import * as Result from "effect/Result"
import { rangeOf, scattered } from "./cutBlocks.ts"
import { readDocument, type SettingsDocument } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import type { FileWiring, WiredEntry } from "./FileWiring.ts"
import { claimSpots, isOpen, spotsOf, takenBy } from "./spots.ts"
import { pointerAt } from "./tree.ts"

/** What stands in a file of an entry. `resurrected`: it was removed, and a host wrote it back from a stale copy. */
export interface Inspected {
  readonly entry: WiredEntry
  readonly state: "present" | "missing" | "resurrected" | "collides"
  /** RFC 6901; empty when it is missing. Of a collision, where the other value of that name stands. */
  readonly pointer: string
}

/**
 * Says of each recorded entry whether it stands in the file, and of each removed one whether it came back. Removed ones
 * that did not are left out. A block whose own lines a host dropped or moved stands there by its tables. Reads only;
 * comments are no hindrance.
 */
export const inspect = (
  document: SettingsDocument,
  wiring: FileWiring | undefined,
  removed: ReadonlyArray<WiredEntry>
): Result.Result<ReadonlyArray<Inspected>, SettingsProblem> =>
  Result.map(readDocument({ ...document, strict: false }), ({ tree }) => {
    const entries = wiring?.entries ?? []
    const spots = spotsOf(tree, [...entries, ...removed])
    const claims = claimSpots(spots, entries)
    const claimed = new Set(claims.values())
    const back = claimSpots(
      spots.filter((spot) => isOpen(spot) && !claimed.has(spot)),
      removed
    )
    const lost = entries.filter((entry) => !claims.has(entry))
    const others = tree.plain === undefined ? [] : [...claimed].map(rangeOf)
    const apart = scattered(tree.text, { entries: lost, others, plain: tree.plain })
    const judge = (entry: WiredEntry): Inspected => {
      const start = apart.whole.get(entry)
      const at = claims.get(entry)?.item ?? (start === undefined ? undefined : [start])
      if (at !== undefined) return { entry, state: "present", pointer: pointerAt(tree, at) }
      const other = takenBy(spots, claimed, entry)
      return other !== undefined
        ? { entry, state: "collides", pointer: pointerAt(tree, other.item) }
        : { entry, state: "missing", pointer: "" }
    }
    const returned = [...back].map(([entry, spot]): Inspected => ({
      entry,
      state: "resurrected",
      pointer: pointerAt(tree, spot.item)
    }))
    return [...entries.map(judge), ...returned]
  })
