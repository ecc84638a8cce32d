import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { Environment } from "../../services/Environment.ts"
import { readText, repositoryRoot } from "../planLint/read.ts"
import type { PlansRead, PromptFiles } from "./stages.ts"

const textNames = ["roadmap", "requirements", "context", "research"] as const

/** Reads what is reviewed. Fails with `PlanMissing` when a path leads to no file. */
export const readPlans = Effect.fn("review.readPlans")(function* (files: PromptFiles) {
  const path = yield* Path.Path
  const { workingDirectory } = yield* Environment
  const repository = yield* repositoryRoot
  const plans = yield* Effect.forEach(files.plans, (plan) => readText(plan, repository))
  const texts = yield* Effect.forEach(textNames, (name) => {
    const given = files[name]
    return given === undefined
      ? Effect.succeed([])
      : Effect.map(readText(given, repository), ({ text }) => [[name, text] as const])
  })
  return {
    sources: { plans, ...Object.fromEntries(texts.flat()) },
    repository,
    beside: path.dirname(path.resolve(workingDirectory, files.plans[0] ?? ""))
  } satisfies PlansRead
})
