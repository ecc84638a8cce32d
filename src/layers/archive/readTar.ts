import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { entryOf, type TarEntry } from "../../domain/archive/entry.ts"
import type { ArchiveFault } from "../../domain/archive/errors.ts"
import { judgeGlobalPax, readPax, type Extended } from "../../domain/archive/pax.ts"
import { blockBytes, decodeText, isZero, readHeader, type TarHeader } from "../../domain/archive/tarHeader.ts"
import { limits } from "../../domain/limits.ts"
import type { ByteInput } from "./byteInput.ts"
import { brokenBy, tooLarge, type Reading, type ReadingError } from "./gunzip.ts"

/** What is done with one entry: `next` gives pieces of its bytes, an empty one at the end; what is left is passed over. */
export type Visit<E, R> = (entry: TarEntry, body: Body<E>) => Effect.Effect<void, E, R>

/** Bytes of one entry. */
export interface Body<E> {
  /** At most `limits.filePieceBytes`, less only at the end; empty after it. Good until the next is asked for. */
  readonly next: Effect.Effect<Uint8Array, E | ReadingError>
}

interface Tar<E> {
  readonly reading: Reading
  readonly input: ByteInput<E>
  /** Bytes of extended headers and of the padding at the end until now. */
  overhead: number
}

const truncated: ArchiveFault = { rule: "truncated", reason: "it ends before the end of its tar archive" }

const decided = <A>(reading: Reading, result: Result.Result<A, ArchiveFault>) =>
  Effect.mapError(Effect.fromResult(result), (fault) => brokenBy(reading, fault))

const exactly = Effect.fnUntraced(function* <E>(
  { input, reading }: Tar<E>,
  bytes: number
): Effect.fn.Return<Uint8Array, E | ReadingError> {
  const got = yield* input.upTo(bytes)
  return got.length < bytes ? yield* brokenBy(reading, truncated) : got
})

/** Padding behind bytes, up to the next block. */
const paddingOf = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes

const spend = <E>(tar: Tar<E>, bytes: number): Effect.Effect<void, ReadingError> => {
  tar.overhead += bytes
  return tar.overhead > tar.reading.bounds.bytes ? Effect.fail(tooLarge(tar.reading, "size")) : Effect.void
}

/** The whole content of an extended header; a larger one is not read. */
const readExtended = Effect.fnUntraced(function* <E>(
  tar: Tar<E>,
  header: TarHeader
): Effect.fn.Return<Uint8Array, E | ReadingError> {
  if (header.size > tar.reading.bounds.headerBytes) return yield* tooLarge(tar.reading, "header")
  yield* spend(tar, blockBytes + header.size)
  // Padding comes along: the bytes are good only until more are asked for.
  const padded = yield* exactly(tar, header.size + paddingOf(header.size))
  return padded.subarray(0, header.size)
})

const withoutNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

const twice: ArchiveFault = { rule: "header", reason: "two headers in it describe one entry" }

/** Headers for the entry to come: GNU's long path and long target, and PAX; and PAX for all that come. */
const extendedTypes: ReadonlySet<string> = new Set(["L", "K", "x", "g"])

const nothing: ReadonlyMap<string, Extended> = new Map()

/** Reads one extended header; gives all that is known of the entry to come. */
const extendedBy = Effect.fnUntraced(function* <E>(
  tar: Tar<E>,
  header: TarHeader,
  known: ReadonlyMap<string, Extended>
): Effect.fn.Return<ReadonlyMap<string, Extended>, E | ReadingError> {
  const { type } = header
  const bytes = yield* readExtended(tar, header)
  if (type === "g") {
    const fault = judgeGlobalPax(bytes)
    return fault === undefined ? known : yield* brokenBy(tar.reading, fault)
  }
  if (known.has(type)) return yield* brokenBy(tar.reading, twice)
  const extended: Extended =
    type === "x"
      ? yield* decided(tar.reading, readPax(bytes))
      : type === "L"
        ? { path: decodeText(withoutNul(bytes)) }
        : {}
  return new Map(known).set(type, extended)
})

/** GNU's long name and a PAX path for the same entry would leave it to the reader which counts. */
const mergedOf = (known: ReadonlyMap<string, Extended>): Extended | undefined => {
  const [pax, long] = [known.get("x") ?? {}, known.get("L") ?? {}]
  return pax.path !== undefined && long.path !== undefined ? undefined : { ...long, ...pax }
}

/** Reads to the end of the stream, where only zeros may stand. */
const finish = Effect.fnUntraced(function* <E>(tar: Tar<E>): Effect.fn.Return<void, E | ReadingError> {
  if (!isZero(yield* exactly(tar, blockBytes)))
    return yield* brokenBy(tar.reading, { rule: "header", reason: "a block of zeros stands between entries" })
  for (;;) {
    const piece = yield* tar.input.some(limits.archivePieceBytes)
    if (piece.length === 0) return
    yield* spend(tar, piece.length)
    if (!isZero(piece))
      return yield* brokenBy(tar.reading, {
        rule: "trailing",
        reason: "more bytes follow the end of its tar archive"
      })
  }
})

const emptyBody: Body<never> = { next: Effect.succeed(new Uint8Array()) }

const visitEntry = Effect.fnUntraced(function* <E, R>(
  tar: Tar<E>,
  entry: TarEntry,
  visit: Visit<E | ReadingError, R>
): Effect.fn.Return<void, E | ReadingError, R> {
  if (entry.size === 0) return yield* visit(entry, emptyBody)
  let left = entry.size
  const next = Effect.suspend(() => {
    const size = Math.min(left, limits.filePieceBytes)
    left -= size
    return exactly(tar, size)
  })
  yield* visit(entry, { next })
  while ((yield* next).length > 0);
  yield* exactly(tar, paddingOf(entry.size))
})

/**
 * Reads a tar archive from its unpacked bytes, and visits each entry in turn; nothing of an entry is read before its
 * visit asks. Extended headers of the standard and of GNU are understood and bounded. Source: POSIX pax, "ustar".
 */
export const readTar = Effect.fnUntraced(function* <E, R>(
  reading: Reading,
  input: ByteInput<E>,
  visit: Visit<E | ReadingError, R>
): Effect.fn.Return<void, E | ReadingError, R> {
  const tar: Tar<E> = { reading, input, overhead: 0 }
  let known = nothing
  for (;;) {
    const block = yield* exactly(tar, blockBytes)
    if (isZero(block)) return yield* finish(tar)
    const header = yield* decided(reading, readHeader(block))
    if (extendedTypes.has(header.type)) {
      known = yield* extendedBy(tar, header, known)
      continue
    }
    const extended = mergedOf(known)
    if (extended === undefined) return yield* brokenBy(reading, twice)
    yield* visitEntry(tar, yield* decided(reading, entryOf(header, extended)), visit)
    known = nothing
  }
})
