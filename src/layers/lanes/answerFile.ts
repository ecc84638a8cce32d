import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname } from "node:path"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"

/** The file that an answer goes to while it arrives, up to its cap. */
export interface AnswerFile {
  /** Adds what the cap leaves of a chunk. Never fails: the first failure of the disk ends the writing. */
  readonly write: (chunk: Uint8Array) => Effect.Effect<void>
  /** Why it holds less than it should; undefined when it does not. */
  readonly failure: () => DiskFailure | undefined
}

/** An answer as it was read back. */
export interface ReadAnswer {
  /** Of a cut answer only the beginning. */
  readonly text: string
  /** Bytes of the whole answer, those beyond the cap too. */
  readonly totalBytes: number
  readonly isCut: boolean
}

const ownerOnly = { mode: 0o600 }

/** Makes a folder and those above it that are not there. */
export const ensureFolder = (path: string): Effect.Effect<void, DiskFailure, Durable> =>
  Effect.gen(function* () {
    const durable = yield* Durable
    if (Option.isSome(yield* durable.identify(path))) return
    const above = dirname(path)
    if (above !== path) yield* ensureFolder(above)
    yield* Effect.catchIf(
      durable.makeDirectory(path, { mode: 0o700 }),
      ({ reason }) => reason === "exists",
      () => Effect.void
    )
  })

/** Writes a text to a file where nothing is yet. */
export const ensureFile = Effect.fnUntraced(function* (path: string, text: string) {
  const durable = yield* Durable
  yield* ensureFolder(dirname(path))
  yield* Effect.catchIf(
    durable.createUnsynced(path, new TextEncoder().encode(text), ownerOnly),
    ({ reason }) => reason === "exists",
    () => Effect.void
  )
})

/** Creates the file of an answer; fails when something is there, which would be an older one. */
export const makeAnswerFile = Effect.fnUntraced(function* (path: string, capBytes: number) {
  const durable = yield* Durable
  yield* ensureFolder(dirname(path))
  yield* durable.createUnsynced(path, new Uint8Array(), ownerOnly)
  let written = 0
  let failure: DiskFailure | undefined
  const file: AnswerFile = {
    write: (chunk) => {
      const piece = chunk.subarray(0, capBytes - written)
      if (piece.byteLength === 0 || failure !== undefined) return Effect.void
      written += piece.byteLength
      return Effect.match(durable.extendUnsynced(path, piece), {
        onSuccess: () => {},
        onFailure: (error) => {
          failure = error
        }
      })
    },
    failure: () => failure
  }
  return file
})

/** Bytes of a file of a known size up to a cap, in room that is made once. */
const headOf = Effect.fnUntraced(function* (path: string, mostBytes: number) {
  const next = yield* (yield* Durable).pieces(path, { pieceBytes: limits.archivePieceBytes })
  const room = new Uint8Array(mostBytes)
  let held = 0
  while (held < mostBytes) {
    const piece = yield* next
    if (piece.byteLength === 0) break
    const kept = piece.subarray(0, mostBytes - held)
    room.set(kept, held)
    held += kept.byteLength
  }
  return room.subarray(0, held)
}, Effect.scoped)

/** UTF-8; what is none becomes U+FFFD, and a character that the cap cut in two is left out. */
const textOf = (bytes: Uint8Array, isCut: boolean): string =>
  new TextDecoder().decode(bytes, { stream: isCut })

/** Says at the end of a cut file how long the answer was. */
const mark = Effect.fnUntraced(function* (path: string, { keptBytes, totalBytes }: Cut) {
  const durable = yield* Durable
  const text = `\n\n[gsd: cut here; the answer has ${totalBytes} bytes, and the first ${keptBytes} are kept]\n`
  yield* durable.truncate(path, keptBytes)
  yield* durable.extendUnsynced(path, new TextEncoder().encode(text))
})

interface Cut {
  readonly keptBytes: number
  readonly totalBytes: number
}

/** What is read of a cut answer, which is no review; its file holds more. */
const cutBytes = 256 * 1024

/**
 * Reads an answer's file, of one longer than `capBytes` the beginning, and marks that it is cut. `writtenBytes` is how
 * long the answer was where that was counted; the length of the file otherwise. None when no regular file is there.
 */
export const readAnswerFile = Effect.fnUntraced(
  function* (path: string, capBytes: number, writtenBytes?: number) {
    const durable = yield* Durable
    const found = yield* durable.identify(path)
    if (Option.isNone(found) || found.value.kind !== "file") return Option.none<ReadAnswer>()
    const keptBytes = Math.min(capBytes, found.value.size)
    const totalBytes = writtenBytes ?? found.value.size
    const isCut = keptBytes < totalBytes
    const bytes = yield* headOf(path, isCut ? Math.min(cutBytes, keptBytes) : keptBytes)
    if (isCut) yield* Effect.ignore(mark(path, { keptBytes, totalBytes }))
    return Option.some({ text: textOf(bytes, isCut), totalBytes, isCut })
  },
  Effect.orElseSucceed(() => Option.none<ReadAnswer>())
)
