import * as Result from "effect/Result"
import { cutEntries } from "./cut.ts"
import { readDocument, readText, type Reading, type SettingsDocument } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import { loosened, noWiring, sameEdit, type FileWiring, type WiredEntry } from "./FileWiring.ts"
import { bytesOf, settle, type Settled } from "./settle.ts"
import type { Left } from "./unwire.ts"
import { wireOne } from "./wire.ts"

/** What a transaction did to one file: our part before it and after it; undefined where there was none. */
export interface Undoing {
  readonly old: FileWiring | undefined
  readonly now: FileWiring | undefined
}

/** A document with our part as it was before the transaction, and everybody else's as it is. */
export interface Undone {
  /** Undefined when there is to be no file. */
  readonly bytes: Uint8Array | undefined
  /** Entries that were not found, or could not be put back because their name is taken (`changed`). */
  readonly left: ReadonlyArray<Left>
}

const holds = (entries: ReadonlyArray<WiredEntry>, entry: WiredEntry): boolean =>
  entries.some((other) => other.owner === entry.owner && sameEdit(other, entry))

/** Our part becomes loose, whatever was recorded: someone edited since. */
const loosen = (reading: Reading, undoing: Undoing): Settled => {
  const now = undoing.now ?? noWiring
  const old = undoing.old ?? noWiring
  const made = old.entries.flatMap((entry) => entry.made)
  return settle(reading, {
    ...now,
    absent: now.absent || old.absent,
    after: "someone edited",
    entries: now.entries.map(loosened),
    containers: [...now.containers, ...now.entries.flatMap((entry) => entry.made), ...old.containers, ...made]
  })
}

interface Restored {
  readonly settled: Settled
  readonly left: ReadonlyArray<Left>
}

const putBack = (state: Restored, entry: WiredEntry): Restored =>
  Result.match(wireOne({ settled: state.settled, outcomes: [], wanted: [entry] }, entry), {
    onFailure: () => ({ ...state, left: [...state.left, { entry, reason: "changed" }] }),
    onSuccess: ({ settled, outcomes }) =>
      outcomes[0]?.state === "collides"
        ? { ...state, left: [...state.left, { entry, reason: "changed" }] }
        : { ...state, settled }
  })

const restore = (reading: Reading, undoing: Undoing): Result.Result<Undone, SettingsProblem> => {
  const settled = loosen(reading, undoing)
  const old = undoing.old?.entries ?? []
  const now = undoing.now?.entries ?? []
  const parting = {
    going: settled.entries.filter((entry) => !holds(old, entry)),
    staying: settled.entries.filter((entry) => holds(old, entry))
  }
  const cut = cutEntries(reading.tree, parting, settled.containers)
  return Result.map(readText(reading.document, { ...reading.source, text: cut.text }), (bare) => {
    const start: Restored = {
      settled: { ...settled, reading: bare, entries: parting.staying, containers: cut.containers },
      left: cut.missing
    }
    const back = old.filter((entry) => !holds(now, entry))
    const end = back.map(loosened).reduce(putBack, start)
    return { bytes: bytesOf(end.settled), left: end.left }
  })
}

const missingAll = (undoing: Undoing): ReadonlyArray<Left> =>
  (undoing.now?.entries ?? []).map((entry) => ({ entry, reason: "missing" }))

/**
 * Undo of a file that someone edited since the transaction wrote it: what the transaction put in is cut by its marker,
 * what it had taken out is put back, everything else stays. What the person removed stays removed. The old record is
 * still the ledger's; as its image does not fit, its entries are found by their markers from then on. A file that cannot
 * be read is left, for attention; one that the person deleted stays deleted. Source: transaction.md "Undo".
 */
export const cutOurs = (
  document: SettingsDocument,
  undoing: Undoing
): Result.Result<Undone, SettingsProblem> =>
  document.bytes === undefined
    ? Result.succeed({ bytes: undefined, left: missingAll(undoing) })
    : Result.flatMap(readDocument({ ...document, strict: false }), (reading) => restore(reading, undoing))
