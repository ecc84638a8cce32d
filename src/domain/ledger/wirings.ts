import { sharedEditsOf, type FileWiring } from "../settings/FileWiring.ts"
import { nextRecord } from "./fileRecord.ts"
import type { LedgerState } from "./state.ts"

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
