import * as Effect from "effect/Effect"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { isWithin, parentOf } from "../../domain/paths.ts"
import { judgeReadFirst, type ReadFirst } from "../../domain/task/readFirst.ts"
import { shown } from "../../domain/text/escape.ts"
import { Durable } from "../../services/Durable.ts"

const isAbsence = ({ reason }: DiskFailure): boolean =>
  reason === "missing" || reason === "not-a-directory" || reason === "name-too-long"

/** Real path of what stands there, or of the nearest folder above it that does. */
const realAbove: (path: string, root: string) => Effect.Effect<string, DiskFailure, Durable> =
  Effect.fnUntraced(function* (path: string, root: string) {
    const durable = yield* Durable
    if (!isWithin(path, root)) return root
    return yield* Effect.catchIf(durable.realPath(path), isAbsence, () => realAbove(parentOf(path), root))
  })

const judged = Effect.fnUntraced(function* (given: string, root: string) {
  const verdict = judgeReadFirst(given, root)
  if (verdict._tag === "Refused") return verdict
  const real = yield* Effect.result(realAbove(`${root}/${verdict.path}`, root))
  if (real._tag === "Success" && isWithin(real.success, root)) return verdict
  const problem = real._tag === "Success" ? "a link leads it out of the project" : real.failure.message
  return { _tag: "Refused", path: given, problem } satisfies ReadFirst
})

/** Those of a tracker's paths that stay in the project, with a warning on each that is left out. */
export const keptReadFirst = Effect.fn("task.readFirst")(function* (
  paths: ReadonlyArray<string>,
  root: string
) {
  const verdicts = yield* Effect.forEach(paths, (path) => judged(path, root), { concurrency: 8 })
  return {
    paths: verdicts.flatMap((one) => (one._tag === "Inside" ? [one.path] : [])),
    warnings: verdicts.flatMap((one) =>
      one._tag === "Refused"
        ? [`${shown`\`${one.path}\``} of \`read_first\` is left out: ${one.problem}`]
        : []
    )
  }
})
