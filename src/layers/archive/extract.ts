import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHash, type Hash } from "node:crypto"
import type { TarEntry } from "../../domain/archive/entry.ts"
import { makeSurvey, type Objection, type Places, type Survey } from "../../domain/archive/survey.ts"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import type { BundleRefused } from "../../domain/store/errors.ts"
import type { Staging } from "../../services/Store.ts"
import { byteInput } from "./byteInput.ts"
import { brokenBy, gunzip, tooLarge, type Reading, type ReadingError } from "./gunzip.ts"
import { readTar, type Body, type Visit } from "./readTar.ts"

/** An archive that can be read from its start more than once. */
export interface Archive<E> extends Reading {
  /** Opens it; the result gives its next piece of at most `limits.archivePieceBytes`, an empty one at the end. */
  readonly open: Effect.Effect<Effect.Effect<Uint8Array, E>, E, Scope.Scope>
}

/** What came out of an archive. */
export interface Extracted {
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<BundleFile>
  /** sha512 of the archive's own bytes, `sha512-<base64>`. */
  readonly artifact: string
}

/** Why an archive was not extracted. */
export type ExtractionError = ReadingError | BundleRefused

const hashing = <E>(hash: Hash, source: Effect.Effect<Uint8Array, E>) =>
  Effect.map(source, (piece) => {
    hash.update(piece)
    return piece
  })

/** Reads an archive from start to end; gives the digest of its bytes. */
const readThrough = Effect.fnUntraced(function* <E, E2, R>(
  archive: Archive<E>,
  visit: Visit<E | E2 | ReadingError, R>
): Effect.fn.Return<string, E | E2 | ReadingError, R | Scope.Scope> {
  const hash = createHash("sha512")
  const source: Effect.Effect<Uint8Array, E | E2 | ReadingError> = hashing(hash, yield* archive.open)
  const unpacked = yield* gunzip(archive, source)
  yield* readTar(archive, byteInput(unpacked), visit)
  return `sha512-${hash.digest("base64")}`
}, Effect.scoped)

const errorOf = (reading: Reading, objection: Objection): ExtractionError =>
  typeof objection === "string" ? tooLarge(reading, objection) : objection

/** Judges an entry beside those before it. */
const judging = (reading: Reading, entries: Survey) => (entry: TarEntry) =>
  Effect.suspend(() => {
    const objection = entries.add(entry)
    return objection === undefined ? Effect.void : Effect.fail(errorOf(reading, objection))
  })

/** Reads the whole archive and judges every entry; nothing is written. */
const survey = Effect.fnUntraced(function* <E>(archive: Archive<E>) {
  const entries = makeSurvey(archive.bounds)
  const artifact = yield* readThrough<E, ExtractionError, never>(archive, judging(archive, entries))
  const places = yield* Effect.mapError(Effect.fromResult(entries.finish()), (objection) =>
    errorOf(archive, objection)
  )
  return { artifact, places }
})

interface Placed<E> extends Body<E> {
  readonly path: string
  readonly size: number
}

const stage = <E>(staging: Staging, { next, path, size }: Placed<E>) =>
  size <= limits.filePieceBytes
    ? Effect.flatMap(next, (bytes) => staging.put({ path, bytes }))
    : staging.putPieces(path, next)

/** Reads the archive again, judging as before, and writes its files; gives the digest of what was read this time. */
const unpack = Effect.fnUntraced(function* <E>(archive: Archive<E>, places: Places, staging: Staging) {
  const files: Array<BundleFile> = []
  const judge = judging(archive, makeSurvey(archive.bounds))
  const artifact = yield* readThrough<E, ExtractionError | DiskFailure, never>(
    archive,
    Effect.fnUntraced(function* (entry, body) {
      yield* judge(entry)
      const path = entry.kind === "file" ? places.get(entry.path) : undefined
      if (path !== undefined) files.push(yield* stage(staging, { ...body, path, size: entry.size }))
    })
  )
  return { artifact, files }
})

/**
 * Puts the files of a gzip-compressed tar archive into a staging. The archive is read twice: first everything in it is
 * judged, then, when nothing was refused, its files are written; bytes that changed in between are refused. In memory
 * are never more than a piece of one file and the paths. Nothing is run, no mode, owner or time of an entry is used.
 */
export const extract = Effect.fn("archive.extract")(function* <E>(archive: Archive<E>, staging: Staging) {
  const { artifact, places } = yield* survey(archive)
  const unpacked = yield* unpack(archive, places, staging)
  if (unpacked.artifact !== artifact)
    return yield* brokenBy(archive, { rule: "changed", reason: "it changed while it was read" })
  return { files: inHashOrder(unpacked.files), artifact } satisfies Extracted
})
