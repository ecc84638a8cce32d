import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"
import { FileList, type BundleFile } from "../../domain/content/BundleFile.ts"
import { contentHash as hashOf } from "../../domain/content/contentHash.ts"
import { decodeValue, readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { BundleMissing, IntegrityMismatch } from "../../domain/store/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { StoreError } from "../../services/Store.ts"
import { isNoFile, whenMissing } from "../disk/missing.ts"
import { digestOf } from "./digest.ts"

/** What is said to be there where no file is. */
const noFile = "no regular file"

const isReplaced = (failure: StoreError): boolean => failure._tag === "DiskFailure" && isNoFile(failure)

/** The recorded list of a bundle, believed only when it hashes to the bundle's own content hash. */
export const readList = Effect.fnUntraced(function* (
  contentHash: string
): Effect.fn.Return<ReadonlyArray<BundleFile>, StoreError, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
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
  const actual = hashOf(list.success.files)
  return actual === contentHash ? list.success.files : yield* mismatch(actual)
})

/** The files of the bundle that was read from last. Its content hash says what they are, so it is never out of date. */
interface LastRead {
  readonly contentHash: string
  readonly files: ReadonlyMap<string, BundleFile>
}

/** Reads files of bundles, hashed in memory against the list, which is read once for all that follow of one bundle. */
export const makeReader = Effect.map(Ref.make<LastRead | undefined>(undefined), (last) => {
  const filesOf = Effect.fnUntraced(function* (contentHash: string) {
    const known = yield* Ref.get(last)
    if (known?.contentHash === contentHash) return known.files
    const files = new Map((yield* readList(contentHash)).map((file) => [file.path, file]))
    yield* Ref.set(last, { contentHash, files })
    return files
  })
  return Effect.fnUntraced(function* (
    contentHash: string,
    path: string
  ): Effect.fn.Return<Uint8Array, StoreError, Durable | GsdHome> {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const recorded = (yield* filesOf(contentHash)).get(path)
    const subject = `${paths.bundle(contentHash)}/${path}`
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
})
