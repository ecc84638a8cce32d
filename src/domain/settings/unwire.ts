import * as Result from "effect/Result"
import { cutEntries, type Cut } from "./cut.ts"
import { imageOf, readDocument, readText, type Reading, type SettingsDocument } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import { loosened, type FileWiring, type WiredEntry } from "./FileWiring.ts"
import { bytesOf, rebuild, settle, wiringOf, type Settled } from "./settle.ts"

/** Whose entries a projection put in: `ownerOf` of src/domain/projection/wish.ts. */
const ownerPattern = /^runtime:/u

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
  /** Without the entries, and those left but what is kept (`isKept`); undefined when nothing of ours is in the file. */
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

/**
 * What could not be taken out and stays in the record, so that it goes later and is told until then: what is projected,
 * in a file that cannot be read, or as a block that somebody changed.
 */
const isKept = ({ entry, reason }: Left): boolean =>
  reason === "changed" ? entry.kind === "block" : reason === "unreadable" && ownerPattern.test(entry.owner)

/** Someone made the file unreadable: it stays, and what we knew of it is only good for finding the rest later. */
const leave = (document: SettingsDocument, wiring: FileWiring, problem: SettingsProblem) => {
  const image = imageOf(document.bytes)
  return (going: ReadonlyArray<WiredEntry>): Unwired => {
    const left = going.map((entry): Left => ({ entry, reason: "unreadable" }))
    const forgotten = new Set(left.filter((one) => !isKept(one)).map(({ entry }) => entry))
    const entries = wiring.entries.filter((entry) => !forgotten.has(entry)).map(loosened)
    const containers = [...wiring.containers, ...wiring.entries.flatMap((entry) => entry.made)]
    const rest = { absent: wiring.absent, before: image, after: image, entries, containers }
    const next = entries.length === 0 ? undefined : rest
    return {
      bytes: document.bytes,
      wiring: forgotten.size === 0 ? wiring : next,
      left,
      exact: false,
      problem
    }
  }
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
      wiring: wiringOf({
        ...rest,
        entries: [...rest.entries, ...cut.missing.filter(isKept).map(({ entry }) => loosened(entry))]
      }),
      left: cut.missing,
      exact: settled.intact
    })
  )
}

/**
 * Takes entries out of a settings file. Bytes as gsd left them: the exact inverse, in whatever order the owners go.
 * Else each entry by its marker with its own comma, a container only when it is empty and ours; what is not found is
 * reported and forgotten, but for what is kept (`isKept`). A file that cannot be read is left. Comments are no hindrance, even where the host reads
 * strict JSON. Total. Source: transaction.md "Foreign files"; cases U03, U07.
 */
export const unwire = (document: SettingsDocument, wiring: FileWiring, selection: Selection): Unwired => {
  const going = wiring.entries.filter((entry) => isSelected(entry, selection))
  if (going.length === 0) return { bytes: document.bytes, wiring, left: [], exact: true }
  const lenient = { ...document, strict: false }
  const result = Result.flatMap(readDocument(lenient), (reading) => cutFrom(reading, wiring, selection))
  return Result.match(result, {
    onSuccess: (unwired) => unwired,
    onFailure: (problem) => leave(document, wiring, problem)(going)
  })
}
