import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { FileList, type BundleFile } from "../../domain/content/BundleFile.ts"
import { contentHash as hashOf } from "../../domain/content/contentHash.ts"
import { decodeValue, readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { BundleMissing, IntegrityMismatch } from "../../domain/store/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { StoreError } from "../../services/Store.ts"
import { whenMissing } from "../disk/missing.ts"
import { digestOf } from "./digest.ts"

/** The recorded list of a bundle, believed only when it hashes to the bundle's own content hash. */
export const readList = Effect.fnUntraced(function* (
  contentHash: string
): Effect.fn.Return<ReadonlyArray<BundleFile>, StoreError, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = `${paths.stored(contentHash)}/files.json`
  const bytes = yield* whenMissing(durable.read(path, { maxBytes: limits.fileListBytes }), undefined)
  if (bytes === undefined) return yield* new BundleMissing({ contentHash, path: paths.stored(contentHash) })
  const mismatch = (actual: string) =>
    new IntegrityMismatch({
      subject: path,
      origin: "store",
      expected: contentHash,
      actual,
      files: ["files.json"]
    })
  const list = Result.flatMap(readObject(bytes, limits.fileListBytes), (value) =>
    decodeValue(FileList, value)
  )
  if (Result.isFailure(list)) return yield* mismatch(list.failure)
  const actual = hashOf(list.success.files)
  return actual === contentHash ? list.success.files : yield* mismatch(actual)
})

/** One file's bytes, hashed in memory against the list. */
export const readFile = Effect.fnUntraced(function* (
  contentHash: string,
  path: string
): Effect.fn.Return<Uint8Array, StoreError, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const recorded = (yield* readList(contentHash)).find((file) => file.path === path)
  const subject = `${paths.bundle(contentHash)}/${path}`
  if (recorded === undefined) return yield* new BundleMissing({ contentHash, path: subject })
  const longer = new IntegrityMismatch({
    subject,
    origin: "store",
    expected: recorded.sha512,
    actual: "a longer file",
    files: [path]
  })
  const bytes = yield* whenMissing(durable.read(subject, { maxBytes: recorded.size }), undefined).pipe(
    Effect.catchTag("FileTooLarge", () => Effect.fail(longer))
  )
  if (bytes === undefined) return yield* new BundleMissing({ contentHash, path: subject })
  const actual = digestOf(bytes)
  return actual === recorded.sha512
    ? bytes
    : yield* new IntegrityMismatch({
        subject,
        origin: "store",
        expected: recorded.sha512,
        actual,
        files: [path]
      })
})
