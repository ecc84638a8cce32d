import * as Effect from "effect/Effect"
import { lintPlans, pathsOf, type LintSubject } from "../domain/planLint/lint.ts"
import { lintSubjectOf } from "../domain/planLint/subject.ts"
import { existingOf, readText, repositoryRoot } from "./planLint/read.ts"

/** What is asked to be judged: files, or a text that is one plan or the prompt of a review. */
export type LintRequest =
  | {
      readonly _tag: "Files"
      readonly plans: ReadonlyArray<string>
      readonly roadmap?: string
      readonly requirements?: string
    }
  | { readonly _tag: "Text"; readonly text: string }

const beside = Effect.fnUntraced(function* (path: string | undefined, root: string) {
  return path === undefined ? undefined : (yield* readText(path, root)).text
})

const subjectOf = Effect.fnUntraced(function* (request: LintRequest, root: string) {
  if (request._tag === "Text") return lintSubjectOf(request.text)
  const roadmap = yield* beside(request.roadmap, root)
  const requirements = yield* beside(request.requirements, root)
  return {
    plans: yield* Effect.forEach(request.plans, (path) => readText(path, root)),
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(requirements === undefined ? {} : { requirements })
  } satisfies LintSubject
})

/**
 * Judges plans by rules alone, together, against the files of the repository that the working directory lies in. Nothing
 * is written or run. Fails with `PlanMissing` when a path leads to no file.
 */
export const planLint = Effect.fn("planLint")(function* (request: LintRequest) {
  const root = yield* repositoryRoot
  const subject = yield* subjectOf(request, root)
  return lintPlans(subject, yield* existingOf(pathsOf(subject), root))
})
