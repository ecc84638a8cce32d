import * as Result from "effect/Result"
import { encodeText, imageOf, readText, type Reading } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import { loosened, sameEdit, type FileWiring, type OwnContainer, type WiredEntry } from "./FileWiring.ts"
import { putEntry } from "./put.ts"
import { undoSplices } from "./splice.ts"
import { claimSpots, spotsOf } from "./spots.ts"
import { pointerAt, pointerExists } from "./tree.ts"

/** A document together with what is known of our part in it. */
export interface Settled {
  /** The document now. */
  readonly reading: Reading
  /** The document without the entries that are not loose. */
  readonly base: string
  readonly absent: boolean
  readonly entries: ReadonlyArray<WiredEntry>
  readonly containers: ReadonlyArray<OwnContainer>
  /** Nobody wrote the file since gsd did. */
  readonly intact: boolean
}

/** Text and image of the bytes without entries; an image of a file that is not there is empty. */
const fitsBefore = (reading: Reading, wiring: FileWiring, base: string): boolean => {
  if (wiring.before === "") return base === ""
  return imageOf(encodeText({ ...reading.source, text: base })) === wiring.before
}

const baseOf = (reading: Reading, wiring: FileWiring): string | undefined => {
  if (imageOf(reading.document.bytes) !== wiring.after) return undefined
  const base = undoSplices(
    reading.tree.text,
    wiring.entries.flatMap((entry) => entry.splices)
  )
  return base !== undefined && fitsBefore(reading, wiring, base) ? base : undefined
}

const ownContainers = (wiring: FileWiring): ReadonlyArray<OwnContainer> => {
  const all = [...wiring.containers, ...wiring.entries.flatMap((entry) => entry.made)]
  return all.filter((own, index) => all.findIndex((other) => other.pointer === own.pointer) === index)
}

/**
 * Compares a document with what was recorded. Bytes as gsd left them: every entry can be undone exactly. Otherwise, or
 * when the record does not fit together, all entries become loose: to be found by their markers.
 */
export const settle = (reading: Reading, wiring: FileWiring): Settled => {
  const base = baseOf(reading, wiring)
  const absent = reading.document.bytes === undefined || (wiring.absent && wiring.entries.length > 0)
  return base === undefined
    ? {
        reading,
        base: reading.tree.text,
        absent,
        entries: wiring.entries.map(loosened),
        containers: ownContainers(wiring).filter((own) => pointerExists(reading.tree, own.pointer)),
        intact: false
      }
    : { reading, base, absent, entries: wiring.entries, containers: wiring.containers, intact: true }
}

/**
 * Builds the document again from its base: entries that are not loose are put in, in their order. An entry that equals
 * one standing already needs nothing.
 */
export const rebuild = (settled: Settled): Result.Result<Settled, SettingsProblem> => {
  const loose = settled.entries.filter((entry) => entry.loose)
  return Result.flatMap(
    readText(settled.reading.document, { ...settled.reading.source, text: settled.base }),
    (bare) => {
      const standing = [...claimSpots(spotsOf(bare.tree, loose), loose).keys()]
      let current = bare
      const entries: Array<WiredEntry> = []
      for (const entry of settled.entries) {
        if (entry.loose || standing.some((other) => sameEdit(other, entry))) {
          entries.push({ ...entry, splices: [], made: [] })
          continue
        }
        const put = putEntry(current, entry)
        if (Result.isFailure(put)) return Result.fail(put.failure)
        if (put.success._tag !== "Placed") {
          entries.push(loosened(entry))
          continue
        }
        current = put.success.reading
        entries.push(put.success.entry)
        standing.push(entry)
      }
      return Result.succeed({ ...settled, reading: current, entries })
    }
  )
}

const isGone = (settled: Settled): boolean =>
  settled.absent && settled.reading.tree.text === "" && settled.reading.source.skippedBytes === 0

/** The bytes to write; undefined when there is to be no file. */
export const bytesOf = (settled: Settled): Uint8Array | undefined =>
  isGone(settled) ? undefined : encodeText(settled.reading.source)

/** The record of a settled document; undefined when nothing of ours is in it. */
export const wiringOf = (settled: Settled): FileWiring | undefined => {
  const { entries, reading } = settled
  if (entries.length === 0) return undefined
  const claims = claimSpots(spotsOf(reading.tree, entries), entries)
  const pointerOf = (entry: WiredEntry): string => {
    const spot = claims.get(entry)
    return spot === undefined ? "" : pointerAt(reading.tree, spot.item)
  }
  const base = { ...reading.source, text: settled.base }
  const wasGone = settled.absent && settled.base === "" && base.skippedBytes === 0
  return {
    absent: settled.absent,
    before: wasGone ? "" : imageOf(encodeText(base)),
    after: imageOf(bytesOf(settled)),
    entries: entries.map((entry) => ({ ...entry, pointer: pointerOf(entry) })),
    containers: settled.containers
  }
}
