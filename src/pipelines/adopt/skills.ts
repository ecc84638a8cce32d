import * as Effect from "effect/Effect"
import { copyFiles, skillCopies, skillPlaces } from "../../domain/adopt/skillCopies.ts"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { runtimesOf } from "../../domain/runtime/choose.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import { RuntimeHomes } from "../../services/RuntimeHomes.ts"
import { loadRegistry } from "../loadRegistry.ts"

/** Folders that hosts read skills from, links followed, each once; none in a project, where the public system put no skill. */
export const skillRoots = Effect.fn("adopt.skillRoots")(function* (scope: LedgerScope) {
  if (scope.kind === "project") return []
  const homes = yield* RuntimeHomes
  const files = yield* RuntimeFiles
  const registry = yield* loadRegistry({ includeInstalled: true, scope })
  const found = yield* Effect.forEach(runtimesOf(registry), (runtime) =>
    homes.find({ runtime, scope, part: "skills" }).pipe(
      Effect.map(({ exists, path }) => (path === null || exists !== true ? [] : [path])),
      Effect.catchTag("RuntimeHomeRefused", () => Effect.succeed([]))
    )
  )
  const real = yield* Effect.forEach(found.flat(), (path) => files.resolve(path, scope))
  return [...new Set(real)].toSorted()
})

/** Looks for copies of a capability's skills in such folders. */
export const copiesSeen = Effect.fn("adopt.copies")(function* (
  roots: ReadonlyArray<string>,
  { files, id }: { readonly id: string; readonly files: ReadonlyArray<BundleFile> }
) {
  const runtimes = yield* RuntimeFiles
  const places = skillPlaces(roots, files)
  return skillCopies(id, places, yield* runtimes.look(copyFiles(places), globalScope))
})
