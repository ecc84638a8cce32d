import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { dryRun, load, noWait, optionally, waitOf } from "./flags.ts"
import { profile, runtimeIds, tellOutcome } from "./runtimeFlags.ts"

/** `gsd runtime plan ID…`. */
export const runtimePlan = Command.make(
  "plan",
  { ids: runtimeIds, profile },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/runtimePlan.ts"))
    const rest = { ids: input.ids, ...optionally("profile", input.profile) }
    yield* tellOutcome(common, (scope) => pipeline.runtimePlan({ ...rest, scope }))
  })
).pipe(
  Command.withDescription(
    "Say what apply would write for a runtime, and why not all of it; nothing is changed"
  ),
  Command.withExamples([
    { command: "gsd runtime plan claude", description: "Each file and each edit of its settings" },
    {
      command: "gsd runtime plan claude --profile full --json",
      description: "With everything, for a program"
    }
  ])
)

/** `gsd runtime apply ID…`. */
export const runtimeApply = Command.make(
  "apply",
  { ids: runtimeIds, profile, dryRun, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const rest = { ids: input.ids, ...optionally("profile", input.profile) }
    if (input.dryRun) {
      const { runtimePlan } = yield* load(() => import("../../pipelines/runtimePlan.ts"))
      return yield* tellOutcome(common, (scope) => runtimePlan({ ...rest, scope }))
    }
    const pipeline = yield* load(() => import("../../pipelines/runtimeApply.ts"))
    yield* tellOutcome(common, (scope) => pipeline.runtimeApply({ ...rest, scope, wait: waitOf(input) }))
  })
).pipe(
  Command.withDescription("Give a runtime what is active, and keep it in step from then on"),
  Command.withExamples([
    {
      command: "gsd runtime apply claude",
      description: "Skills, agents, hooks and servers, in its own form"
    },
    { command: "gsd runtime apply claude codex --profile core", description: "Two of them, with the least" },
    { command: "gsd runtime apply claude --scope project", description: "The project's, in its own folder" },
    { command: "gsd runtime apply claude --dry-run", description: "The same as `gsd runtime plan claude`" }
  ])
)
