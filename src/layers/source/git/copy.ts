import * as Effect from "effect/Effect"
import type { BundleFile } from "../../../domain/content/BundleFile.ts"
import { isLfsPointer, lfsPointer } from "../../../domain/git/lfs.ts"
import type { TreeEntry } from "../../../domain/git/tree.ts"
import { limits } from "../../../domain/limits.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceUnreachable } from "../../../domain/source/errors.ts"
import type { GitRepository } from "../../../domain/source/source.ts"
import type { Staging } from "../../../services/Store.ts"
import { byteInput, type ByteInput } from "../../archive/byteInput.ts"
import { piped } from "./piped.ts"
import { failureOf, isGood, runGit } from "./run.ts"

/** Where a commit's files are, and where they go. */
export interface Copying {
  readonly source: GitRepository
  readonly gitDir: string
  readonly staging: Staging
}

const cut = (source: GitRepository) =>
  new SourceUnreachable({
    source: canonicalOf(source),
    reason: "could not be read: a file of its commit is missing or cut",
    hint: "Try again; nothing was changed"
  })

const encoder = new TextEncoder()

const exactly = Effect.fnUntraced(function* (source: GitRepository, input: ByteInput<never>, count: number) {
  const bytes = yield* input.upTo(count)
  return bytes.length === count ? bytes : yield* cut(source)
})

/** One file, as `git cat-file --batch` writes it: a line that says what comes, the bytes, a line end. */
const copyFile = Effect.fnUntraced(function* (
  { source, staging }: Copying,
  { object, path, size }: TreeEntry,
  input: ByteInput<never>
) {
  const header = `${object} blob ${size}\n`
  const said = yield* exactly(source, input, encoder.encode(header).length)
  if (new TextDecoder().decode(said) !== header) return yield* cut(source)
  let left = size
  const next = Effect.suspend(() => {
    const count = Math.min(left, limits.filePieceBytes)
    left -= count
    return exactly(source, input, count)
  })
  const whole = Effect.gen(function* () {
    const bytes = yield* next
    if (isLfsPointer(bytes)) return yield* lfsPointer(canonicalOf(source), path)
    return yield* staging.put({ path, bytes })
  })
  const file = yield* size <= limits.filePieceBytes ? whole : staging.putPieces(path, next)
  yield* exactly(source, input, 1)
  return file
})

/**
 * Copies files out of a fetched commit, byte by byte as they were committed: there is no checkout, so that no
 * attribute, filter, line ending or hook has a say. Refused: pointers of Git LFS.
 */
export const copyFiles = Effect.fnUntraced(function* (copying: Copying, entries: ReadonlyArray<TreeEntry>) {
  const { gitDir, source } = copying
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  const { outcome, value } = yield* piped(
    (write) =>
      runGit({
        args: ["cat-file", "--batch"],
        gitDir,
        timeoutMillis: limits.gitMillis,
        stdin: entries.map(({ object }) => `${object}\n`).join(""),
        stdout: { _tag: "Stream", capBytes: 2 * bytes + entries.length * limits.pathBytes, write }
      }),
    Effect.fnUntraced(function* (next) {
      const input = byteInput(next)
      const files: Array<BundleFile> = []
      for (const entry of entries) files.push(yield* copyFile(copying, entry, input))
      return files
    })
  )
  if (!isGood(outcome)) return yield* failureOf(source, outcome)
  return value
})
