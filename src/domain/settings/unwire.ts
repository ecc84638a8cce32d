import * as Result from "effect/Result"
import { cutEntries, type Cut } from "./cut.ts"
import { imageOf, readDocument, readText, type Reading, type SettingsDocument } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import { loosened, type FileWiring, type WiredEntry } from "./FileWiring.ts"
import { bytesOf, rebuild, settle, wiringOf, type Settled } from "./settle.ts"

/** Which entries go: all of one owner or of several, or those with one of the markers whoever owns them. */
export type Selection =
  | { readonly owner: string }
  | { readonly owners: ReadonlyArray<string> }
  | { readonly markers: ReadonlyArray<string> }

/** An entry that was not cut. `changed`: something else stands under its name. */
export interface Left {
  readonly entry: WiredEntry
  readonly reason: "missing" | "changed" | "unreadable"
}

/** A document without the entries. */
export interface Unwired {
  /** Undefined when there is to be no file. */
  readonly bytes: Uint8Array | undefined
  /** Without the entries, those left included; undefined when nothing of ours is in the file. */
  readonly wiring: FileWiring | undefined
  readonly left: ReadonlyArray<Left>
  /** Nobody had written the file since gsd did, so this is the exact inverse. */
  readonly exact: boolean
  /** Why the file could not be read; it is left as it is then. */
  readonly problem?: SettingsProblem
}

/** Tells whether an entry is selected. */
export const isSelected = (entry: WiredEntry, selection: Selection): boolean => {
  if ("owner" in selection) return entry.owner === selection.owner
  return "owners" in selection
    ? selection.owners.includes(entry.owner)
    : selection.markers.includes(entry.marker)
}

/** Someone made the file unreadable: it stays, and what we knew of it is only good for finding the rest later. */
const leave = (document: SettingsDocument, wiring: FileWiring, problem: SettingsProblem) => {
  const image = imageOf(document.bytes)
  return (staying: ReadonlyArray<WiredEntry>, going: ReadonlyArray<WiredEntry>): Unwired => ({
    bytes: document.bytes,
    wiring:
      staying.length === 0
        ? undefined
        : {
            absent: wiring.absent,
            before: image,
            after: image,
            entries: staying.map(loosened),
            containers: [...wiring.containers, ...wiring.entries.flatMap((entry) => entry.made)]
          },
    left: going.map((entry) => ({ entry, reason: "unreadable" })),
    exact: false,
    problem
  })
}

/** Takes entries out of the base where they are loose, and builds the rest on it again. */
const without = (
  settled: Settled,
  isGoing: (entry: WiredEntry) => boolean
): Result.Result<{ readonly settled: Settled; readonly cut: Cut }, SettingsProblem> => {
  const loose = settled.entries.filter((entry) => entry.loose)
  const parting = {
    going: loose.filter(isGoing),
    staying: loose.filter((entry) => !isGoing(entry))
  }
  const source = { ...settled.reading.source, text: settled.base }
  return Result.flatMap(readText(settled.reading.document, source), (base) => {
    const cut = cutEntries(base.tree, parting, settled.containers)
    const entries = settled.entries.filter((entry) => !isGoing(entry))
    const next = { ...settled, base: cut.text, containers: cut.containers, entries }
    return Result.map(rebuild(next), (built) => ({ settled: built, cut }))
  })
}

const cutFrom = (reading: Reading, wiring: FileWiring, selection: Selection) => {
  const settled = settle(reading, wiring)
  return Result.map(
    without(settled, (entry) => isSelected(entry, selection)),
    ({ settled: rest, cut }): Unwired => ({
      bytes: bytesOf(rest),
      wiring: wiringOf(rest),
      left: cut.missing,
      exact: settled.intact
    })
  )
}

/**
 * Takes entries out of a settings file. Bytes as gsd left them: the exact inverse, in whatever order the owners go.
 * Else each entry by its marker with its own comma, a container only when it is empty and ours; what is not found is
 * reported and forgotten. A file that cannot be read is left. Comments are no hindrance, even where the host reads
 * strict JSON. Total. Source: transaction.md "Foreign files"; cases U03, U07.
 */
export const unwire = (document: SettingsDocument, wiring: FileWiring, selection: Selection): Unwired => {
  const going = wiring.entries.filter((entry) => isSelected(entry, selection))
  const staying = wiring.entries.filter((entry) => !isSelected(entry, selection))
  if (going.length === 0) return { bytes: document.bytes, wiring, left: [], exact: true }
  const lenient = { ...document, strict: false }
  const result = Result.flatMap(readDocument(lenient), (reading) => cutFrom(reading, wiring, selection))
  return Result.match(result, {
    onSuccess: (unwired) => unwired,
    onFailure: (problem) => leave(document, wiring, problem)(staying, going)
  })
}
