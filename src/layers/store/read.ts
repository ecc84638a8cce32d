import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { FileList, type BundleFile } from "../../domain/content/BundleFile.ts"
import { decodeValue, readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { BundleMissing, IntegrityMismatch } from "../../domain/store/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { StoreError } from "../../services/Store.ts"
import { isNoFile, whenMissing } from "../disk/missing.ts"
import { contentHashOf, digestOf } from "./digest.ts"

/** What is said to be there where no file is. */
const noFile = "no regular file"

const isReplaced = (failure: StoreError): boolean => failure._tag === "DiskFailure" && isNoFile(failure)

/** Where bundles are and what reads them; handed on, since looking services up for each of hundreds of files costs more than reading them. */
export interface Stored {
  readonly durable: Durable["Service"]
  readonly paths: GsdHome["Service"]["paths"]
}

/** Bundles of this home. */
export const stored = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  return { durable: yield* Durable, paths } satisfies Stored
})

/** The recorded list of a bundle, believed only when it hashes to the bundle's own content hash. */
export const readList = Effect.fnUntraced(function* (
  { durable, paths }: Stored,
  contentHash: string
): Effect.fn.Return<ReadonlyArray<BundleFile>, StoreError> {
  const path = `${paths.stored(contentHash)}/files.json`
  const mismatch = (actual: string) =>
    new IntegrityMismatch({
      subject: path,
      origin: "store",
      expected: contentHash,
      actual,
      files: ["files.json"]
    })
  const bytes = yield* whenMissing(durable.read(path, { maxBytes: limits.fileListBytes }), undefined).pipe(
    Effect.catchIf(isReplaced, () => Effect.fail(mismatch(noFile)))
  )
  if (bytes === undefined) return yield* new BundleMissing({ contentHash, path: paths.stored(contentHash) })
  const list = Result.flatMap(readObject(bytes, limits.fileListBytes), (value) =>
    decodeValue(FileList, value)
  )
  if (Result.isFailure(list)) return yield* mismatch(list.failure)
  const actual = contentHashOf(list.success.files)
  return actual === contentHash ? list.success.files : yield* mismatch(actual)
})

/** A list that was read, and how its file looked then. */
interface KnownList {
  readonly look: string | undefined
  /** Folder of the bundle. */
  readonly folder: string
  readonly files: ReadonlyArray<BundleFile>
  readonly byPath: ReadonlyMap<string, BundleFile>
}

/** Lists of bundles, each read once as long as there are not too many of them. */
const makeLists = Effect.sync(() => {
  const known = new Map<string, KnownList>()
  let count = 0
  const keep = (contentHash: string, list: KnownList): KnownList => {
    if (count + list.files.length > limits.knownListFiles) {
      known.clear()
      count = 0
    }
    known.set(contentHash, list)
    count += list.files.length
    return list
  }
  return { of: (contentHash: string) => known.get(contentHash), keep }
})

const lookOf = ({ durable, paths }: Stored, contentHash: string) =>
  Effect.map(durable.lookAll([`${paths.stored(contentHash)}/files.json`]), ([look]) => look)

/**
 * Reads files of bundles, hashed in memory against the list. That is read once for all that follow of the bundle: its
 * content hash says what it is, so it is never out of date. `files` gives it while its file looks as it did.
 */
export const makeReader = Effect.gen(function* () {
  const lists = yield* makeLists
  const at = yield* stored
  const { durable, paths } = at
  const listed = Effect.fnUntraced(function* (contentHash: string): Effect.fn.Return<KnownList, StoreError> {
    const look = yield* lookOf(at, contentHash)
    const files = yield* readList(at, contentHash)
    return lists.keep(contentHash, {
      look,
      folder: paths.bundle(contentHash),
      files,
      byPath: new Map(files.map((file) => [file.path, file]))
    })
  })
  const files = Effect.fnUntraced(function* (contentHash: string) {
    const known = lists.of(contentHash)
    const isSame = known?.look !== undefined && known.look === (yield* lookOf(at, contentHash))
    return (isSame ? known : yield* listed(contentHash)).files
  })
  const read = Effect.fnUntraced(function* (
    contentHash: string,
    path: string
  ): Effect.fn.Return<Uint8Array, StoreError> {
    const { byPath, folder } = lists.of(contentHash) ?? (yield* listed(contentHash))
    const recorded = byPath.get(path)
    const subject = `${folder}/${path}`
    if (recorded === undefined) return yield* new BundleMissing({ contentHash, path: subject })
    const { sha512: expected, size } = recorded
    const mismatch = (actual: string) =>
      new IntegrityMismatch({ subject, origin: "store", expected, actual, files: [path] })
    const bytes = yield* whenMissing(durable.read(subject, { maxBytes: size }), undefined).pipe(
      Effect.catchTag("FileTooLarge", () => Effect.fail(mismatch("a longer file"))),
      Effect.catchIf(isReplaced, () => Effect.fail(mismatch(noFile)))
    )
    if (bytes === undefined) return yield* new BundleMissing({ contentHash, path: subject })
    const actual = digestOf(bytes)
    return actual === expected ? bytes : yield* mismatch(actual)
  })
  return { files, read }
})
