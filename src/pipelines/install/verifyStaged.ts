import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { manifestName } from "../../domain/content/BundleFile.ts"
import {
  contentHash as hashOf,
  integrityOf,
  manifestIntegrityMatches
} from "../../domain/content/contentHash.ts"
import { ManifestIntegrityMismatch } from "../../domain/content/errors.ts"
import { declaredExecutables } from "../../domain/disclosure/reach.ts"
import { ManifestUnreadable } from "../../domain/install/errors.ts"
import { isLfsPointer, lfsPointer, mayBeLfsPointer } from "../../domain/git/lfs.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { member, type JsonValue } from "../../domain/json/value.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { Progress } from "../../services/Progress.ts"
import type { Staged, Verified } from "./stages.ts"

const judgeIntegrity = (staged: Staged, raw: JsonValue, contentHash: string) => {
  const declared = member(raw, "integrity")
  const subject = staged.spec
  const mismatch = (expected: string | undefined, actual: string) =>
    expected === undefined || expected === actual
      ? undefined
      : new IntegrityMismatch({ subject, origin: "source", expected, actual, files: [] })
  const unexpected =
    mismatch(staged.agreed, contentHash) ?? mismatch(staged.integrity, staged.artifact ?? contentHash)
  if (unexpected !== undefined) return unexpected
  if (
    typeof declared !== "string" ||
    manifestIntegrityMatches({
      declared,
      files: staged.files,
      manifest: raw,
      ...(staged.artifact === undefined ? {} : { archive: staged.artifact })
    })
  )
    return undefined
  return new ManifestIntegrityMismatch({ declared, actual: integrityOf(staged.files, raw) })
}

/** Refuses what stands for a file and is none, from wherever it came: the file would be missing when it is used. */
const refusePointers = Effect.fnUntraced(function* ({ files, resolved, staging }: Staged) {
  for (const { path } of files.filter(({ size }) => mayBeLfsPointer(size)))
    if (isLfsPointer(yield* staging.read(path))) return yield* lfsPointer(resolved.canonical, path)
})

/** Reads the staged manifest, checks integrity, and seals the staging: from here the bytes are final. */
export const verifyStaged = Effect.fn("install.verifyStaged")(function* (staged: Staged) {
  const progress = yield* Progress
  progress.step("seal")
  const path = `${staged.resolved.canonical}/${manifestName}`
  const read = readManifest(staged.manifestBytes)
  if (Result.isFailure(read)) return yield* new ManifestUnreadable({ path, ...read.failure })
  const { notes, value: raw } = read.success
  yield* refusePointers(staged)
  const executables = new Set(declaredExecutables(raw))
  const files = staged.files.map((file) => ({
    ...file,
    executable: file.executable || executables.has(file.path)
  }))
  const contentHash = hashOf(files)
  const problem = judgeIntegrity(staged, raw, contentHash)
  if (problem !== undefined) return yield* problem
  yield* staged.staging.seal(files, contentHash)
  const manifestHash = files.find((file) => file.path === manifestName)?.sha512 ?? ""
  return { ...staged, files, raw, notes, contentHash, manifestHash } satisfies Verified
})
