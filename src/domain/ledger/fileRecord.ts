import * as Schema from "effect/Schema"
import { FileWiring, WiredEntry } from "../settings/FileWiring.ts"

/** What the ledger keeps of one file of another program. */
export const FileRecord = Schema.Struct({
  /** What of ours is in it; absent when nothing is any more. */
  wiring: Schema.optionalKey(FileWiring),
  /** What was taken out of it, newest last: hosts write files back from stale copies. */
  removed: Schema.Array(WiredEntry)
})
export type FileRecord = typeof FileRecord.Type

/** Entries taken out that are remembered per file; older ones are forgotten. */
const remembered = 50

const isSame = (a: WiredEntry, b: WiredEntry): boolean =>
  a.owner === b.owner && a.kind === b.kind && a.place === b.place && a.marker === b.marker

/** The record of a file after its wiring became `now`: what was in it and is not any more is remembered as removed. */
export const nextRecord = (
  record: FileRecord | undefined,
  now: FileWiring | undefined
): FileRecord | undefined => {
  const present = now?.entries ?? []
  const gone = [...(record?.removed ?? []), ...(record?.wiring?.entries ?? [])].filter(
    (entry) => !present.some((other) => isSame(other, entry))
  )
  const removed = gone.filter((entry, index) => !gone.slice(index + 1).some((later) => isSame(later, entry)))
  if (now === undefined && removed.length === 0) return undefined
  return { ...(now === undefined ? {} : { wiring: now }), removed: removed.slice(-remembered) }
}
