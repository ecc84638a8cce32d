import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { crc32 } from "node:zlib"
import { excessOf, excessReason, type Bounds } from "../../domain/archive/bounds.ts"
import { ArchiveBroken, ArchiveTooLarge, type ArchiveFault } from "../../domain/archive/errors.ts"
import { gzipHeaderSize, looksLikeGzip, trailerBytes, trailerFits } from "../../domain/archive/gzipHeader.ts"
import { limits } from "../../domain/limits.ts"
import { byteInput, type ByteInput } from "./byteInput.ts"
import { makeInflater, type Inflated, type Inflater } from "./inflater.ts"

/** An archive being read, and how much of it may be. */
export interface Reading {
  /** As messages name it. */
  readonly archive: string
  readonly bounds: Bounds
}

/** Why an archive could not be read on. */
export type ReadingError = ArchiveBroken | ArchiveTooLarge

/** The error of a fault in one archive. */
export const brokenBy = ({ archive }: Reading, fault: ArchiveFault): ArchiveBroken =>
  new ArchiveBroken({ archive, ...fault })

/** The error of one bound. */
export const tooLarge = (reading: Reading, limit: ArchiveTooLarge["limit"]): ArchiveTooLarge =>
  new ArchiveTooLarge({ archive: reading.archive, limit, reason: excessReason(limit, reading.bounds) })

interface Progress {
  compressed: number
  unpacked: number
  checksum: number
  isOver: boolean
}

interface Unzipping<E> {
  readonly reading: Reading
  readonly input: ByteInput<E>
  readonly inflater: Inflater
  readonly progress: Progress
}

const truncated: ArchiveFault = { rule: "truncated", reason: "it ends too early" }

const corrupt: ArchiveFault = { rule: "corrupt", reason: "its compressed data is damaged" }

/** Counts what comes from the source, and stops at the bound. */
const counting = <E>(reading: Reading, progress: Progress, source: Effect.Effect<Uint8Array, E>) =>
  Effect.flatMap(source, (piece): Effect.Effect<Uint8Array, ReadingError> => {
    progress.compressed += piece.length
    return progress.compressed > reading.bounds.archiveBytes
      ? Effect.fail(tooLarge(reading, "archive"))
      : Effect.succeed(piece)
  })

/** Reads the header; gives what was read beyond it. */
const readHeader = Effect.fnUntraced(function* <E>(
  reading: Reading,
  input: ByteInput<E>
): Effect.fn.Return<Uint8Array, E | ReadingError> {
  let bytes: Uint8Array = new Uint8Array()
  for (;;) {
    const piece = yield* input.some(limits.archivePieceBytes)
    bytes = bytes.length === 0 ? piece : Uint8Array.from([...bytes, ...piece])
    const size = yield* Effect.mapError(Effect.fromResult(gzipHeaderSize(bytes)), (fault) =>
      brokenBy(reading, fault)
    )
    if (size !== undefined) return bytes.subarray(size)
    if (piece.length === 0) return yield* brokenBy(reading, truncated)
  }
})

/** Judges what stands behind the compressed data: the trailer, and nothing else. */
const finish = Effect.fnUntraced(function* <E>(
  { input, progress, reading }: Unzipping<E>,
  rest: Uint8Array
): Effect.fn.Return<void, E | ReadingError> {
  const missing = Math.max(0, trailerBytes - rest.length)
  const more = yield* input.upTo(missing)
  if (more.length < missing) return yield* brokenBy(reading, truncated)
  const trailer = Uint8Array.from([...rest.subarray(0, trailerBytes), ...more])
  if (!trailerFits(trailer, { checksum: progress.checksum, bytes: progress.unpacked }))
    return yield* brokenBy(reading, {
      rule: "corrupt",
      reason: "what it unpacks to does not fit its checksum"
    })
  const beyond = rest.length > trailerBytes ? rest.subarray(trailerBytes) : yield* input.some(2)
  if (beyond.length === 0) return
  return yield* looksLikeGzip(beyond)
    ? brokenBy(reading, { rule: "second-member", reason: "a second gzip stream follows the first" })
    : brokenBy(reading, { rule: "trailing", reason: "more bytes follow the end of its gzip stream" })
})

const count = ({ progress, reading }: Unzipping<unknown>, bytes: Uint8Array) => {
  progress.unpacked += bytes.length
  progress.checksum = crc32(bytes, progress.checksum)
  return excessOf(progress, reading.bounds)
}

/** What one step of the inflater means: bytes, an empty piece at the end, or undefined to go on. */
const onStep = <E>(
  unzipping: Unzipping<E>,
  step: Inflated
): Effect.Effect<Uint8Array | undefined, E | ReadingError> => {
  const { input, inflater, progress, reading } = unzipping
  switch (step._tag) {
    case "Bytes": {
      const excess = count(unzipping, step.bytes)
      return excess === undefined ? Effect.succeed(step.bytes) : Effect.fail(tooLarge(reading, excess))
    }
    case "Hungry":
      return Effect.flatMap(input.some(limits.archivePieceBytes), (piece) =>
        piece.length === 0
          ? Effect.fail(brokenBy(reading, truncated))
          : Effect.as(inflater.feed(piece), undefined)
      )
    case "Ended":
      return Effect.map(finish(unzipping, step.rest), () => {
        progress.isOver = true
        return new Uint8Array()
      })
    case "Corrupt":
      return Effect.fail(brokenBy(reading, corrupt))
  }
}

/**
 * Unpacks one gzip member by pulling `source`, which gives pieces and an empty one at the end; the result gives pieces
 * likewise, little ahead of its reader. Running totals stop at the bounds. A second
 * member and anything else behind the first is refused, which `createGunzip` would read or pass over.
 */
export const gunzip = Effect.fnUntraced(function* <E>(
  reading: Reading,
  source: Effect.Effect<Uint8Array, E>
): Effect.fn.Return<Effect.Effect<Uint8Array, E | ReadingError>, E | ReadingError, Scope.Scope> {
  const progress: Progress = { compressed: 0, unpacked: 0, checksum: 0, isOver: false }
  const input = byteInput(counting(reading, progress, source))
  const inflater = yield* makeInflater
  const first = yield* readHeader(reading, input)
  if (first.length > 0) yield* inflater.feed(first)
  const unzipping: Unzipping<E | ReadingError> = { reading, input, inflater, progress }
  const pull: Effect.Effect<Uint8Array, E | ReadingError> = Effect.suspend(() =>
    progress.isOver
      ? Effect.succeed(new Uint8Array())
      : Effect.flatMap(inflater.next, (step) =>
          Effect.flatMap(onStep(unzipping, step), (bytes) =>
            bytes === undefined ? pull : Effect.succeed(bytes)
          )
        )
  )
  return pull
})
