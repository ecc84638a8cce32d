import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { PlanMissing } from "../../domain/planLint/errors.ts"
import type { PlanFile } from "../../domain/review/prompt.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Whether nothing stands at a path; what cannot be looked at may stand there. */
const isAbsence = ({ reason }: DiskFailure): boolean =>
  reason === "missing" || reason === "not-a-directory" || reason === "name-too-long"

const isThere = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return yield* Effect.match(durable.identify(path), {
    onFailure: (failure) => !isAbsence(failure),
    onSuccess: Option.isSome
  })
})

/** Root of the repository that the working directory lies in: the nearest folder with `.planning` or `.git`, else itself. */
export const repositoryRoot = Effect.gen(function* () {
  const { workingDirectory } = yield* Environment
  const path = yield* Path.Path
  let folder = workingDirectory
  for (;;) {
    if ((yield* isThere(path.join(folder, ".planning"))) || (yield* isThere(path.join(folder, ".git"))))
      return folder
    const parent = path.dirname(folder)
    if (parent === folder) return workingDirectory
    folder = parent
  }
}).pipe(Effect.withSpan("planLint.repositoryRoot"))

/** Real path of a file that was named on the command line, `full` as an absolute path. Fails with `PlanMissing`. */
export const realFile = Effect.fn("planLint.realFile")(function* (given: string, full: string) {
  const durable = yield* Durable
  const real = yield* Effect.catchIf(durable.realPath(full), isAbsence, () =>
    Effect.fail(new PlanMissing({ path: given, reason: "does not exist" }))
  )
  const found = yield* durable.identify(real)
  if (Option.isSome(found) && found.value.kind === "file") return real
  return yield* new PlanMissing({ path: given, reason: "is no file" })
})

/** The text of a plan, by its real path. */
export const readFile = Effect.fn("planLint.readFile")(function* (real: string) {
  const durable = yield* Durable
  return decoder.decode(yield* durable.read(real, { maxBytes: limits.planBytes }))
})

/** Reads a text that was named on the command line. Its path is told from the root of the repository when it lies there. */
export const readText = Effect.fn("planLint.readText")(function* (given: string, root: string) {
  const { workingDirectory } = yield* Environment
  const path = yield* Path.Path
  if (given === "") return yield* new PlanMissing({ path: "", reason: "is an empty path" })
  const full = path.resolve(workingDirectory, given)
  const text = yield* readFile(yield* realFile(given, full))
  const below = path.relative(root, full)
  const isBelow = below !== "" && !below.startsWith("..") && !path.isAbsolute(below)
  const told = isBelow ? below.replaceAll("\\", "/") : full
  return { path: told, text } satisfies PlanFile
})

/** Those of some paths from the root of the repository at which something stands. */
export const existingOf = Effect.fn("planLint.existingOf")(function* (
  paths: ReadonlyArray<string>,
  root: string
) {
  const path = yield* Path.Path
  const found = yield* Effect.filter(paths, (one) => isThere(path.join(root, one)), { concurrency: 16 })
  return new Set(found)
})
