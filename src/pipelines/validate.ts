import * as Effect from "effect/Effect"
import { verdictOf } from "../domain/capability/Problem.ts"
import { validateManifest } from "../domain/capability/validateManifest.ts"
import type { ManifestReport } from "../domain/registry/report.ts"
import { fileProblems } from "./manifests/files.ts"
import { look, reported, type Looked } from "./manifests/look.ts"

const problemsOf = Effect.fnUntraced(function* ({ files, folder, head, problems, raw }: Looked) {
  if (raw === undefined) return problems
  const { manifest, problems: found } = validateManifest({ folder, raw, origin: "third-party" })
  const inFolder =
    files === undefined || head === undefined ? [] : yield* fileProblems(manifest, { files, read: head })
  return [...problems, ...found, ...inFolder]
})

/**
 * Judges manifests, each by itself as a third party's: of a folder with the files it names, or a file alone. One
 * report per path, in the order given; a path that cannot be read has a report that says why.
 */
export const validate = Effect.fn("validate")(function* (paths: ReadonlyArray<string>) {
  return yield* Effect.forEach(
    paths,
    Effect.fnUntraced(function* (path) {
      const looked = yield* look(path)
      const problems = yield* problemsOf(looked)
      const report: ManifestReport = {
        path,
        id: looked.id,
        verdict: verdictOf(problems),
        problems: reported(looked, problems)
      }
      return report
    }),
    { concurrency: 8 }
  )
})
