import * as Effect from "effect/Effect"
import { missingFiles } from "../domain/capability/missingFiles.ts"
import type { Problem } from "../domain/capability/Problem.ts"
import { verdictOf } from "../domain/capability/Problem.ts"
import { validateManifest } from "../domain/capability/validateManifest.ts"
import type { ManifestReport } from "../domain/registry/report.ts"
import { look, reported, type Looked } from "./manifests/look.ts"

const problemsOf = ({ files, folder, problems, raw }: Looked): ReadonlyArray<Problem> => {
  if (raw === undefined) return problems
  const judged = validateManifest({ folder, raw, origin: "third-party" })
  return [...problems, ...judged.problems, ...missingFiles(judged.manifest, files)]
}

/**
 * Judges manifests, each by itself as a third party's: of a folder with the files it names, or a file alone. One
 * report per path, in the order given; a path that cannot be read has a report that says why.
 */
export const validate = Effect.fn("validate")(function* (paths: ReadonlyArray<string>) {
  return yield* Effect.forEach(
    paths,
    (path) =>
      Effect.map(look(path), (looked): ManifestReport => {
        const problems = problemsOf(looked)
        return { path, id: looked.id, verdict: verdictOf(problems), problems: reported(looked, problems) }
      }),
    { concurrency: 8 }
  )
})
