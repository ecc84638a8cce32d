import * as Schema from "effect/Schema"
import { FileWiring, WiredEntry, sharedEditsOf } from "../settings/FileWiring.ts"
import type { LedgerState } from "./state.ts"

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

/** The ledger with the wirings of some files replaced, and every entry's shared edits as they follow from all of them. */
export const withWirings = (
  ledger: LedgerState,
  changed: ReadonlyArray<{ readonly file: string; readonly now: FileWiring | undefined }>
): LedgerState => {
  if (changed.length === 0) return ledger
  const files = new Map(ledger.files)
  for (const { file, now } of changed) {
    const record = nextRecord(files.get(file), now)
    if (record === undefined) files.delete(file)
    else files.set(file, record)
  }
  const entries = [...ledger.entries].map(([id, entry]) => {
    const sharedEdits = [...files].flatMap(([file, { wiring }]) =>
      wiring === undefined ? [] : sharedEditsOf(file, wiring, id)
    )
    return [id, { ...entry, sharedEdits }] as const
  })
  return { ...ledger, files, entries: new Map(entries) }
}

/** Files in which an owner has entries, ascending. */
export const filesOf = (ledger: LedgerState, owner: string): ReadonlyArray<string> =>
  [...ledger.files]
    .filter(([, record]) => record.wiring?.entries.some((entry) => entry.owner === owner) === true)
    .map(([file]) => file)
    .toSorted()
