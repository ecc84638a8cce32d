import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderResolved, renderTasks, tasksDocument } from "../render/task.ts"
import { inEngine, print } from "../verb.ts"
import { capabilityFlags } from "./capability.ts"
import { load } from "./flags.ts"

const flags = {
  plan: Flag.String("plan").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("PLAN.md of the current project that holds the task")
  ),
  trackerId: Flag.String("tracker-id").pipe(
    Flag.withMetavar("P:ID"),
    Flag.withDescription(
      "The task's `tracker-id` as it stands in the plan: a tracker's prefix, a colon, an id"
    ),
    Flag.optional
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("Every task of the plan that has one, several at once, in the plan's order"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

const pipelines = () => import("../../pipelines/resolveContent.ts")

const misused = (problem: string) =>
  new InvocationInvalid({
    command: "gsd task resolve-content",
    problem,
    problems: [problem],
    suggestions: []
  })

/** `gsd task resolve-content`. Exit 0 also when no capability reads such tasks; 1 when one that does failed. */
const resolveContent = Command.make(
  "resolve-content",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { all, plan } = input
    const trackerId = Option.getOrUndefined(input.trackerId)
    if (all && trackerId !== undefined)
      return yield* misused("`--all` and `--tracker-id` cannot stand together")
    const pipeline = yield* load(pipelines)
    if (trackerId !== undefined) {
      const task = yield* inEngine(common, () => pipeline.resolveContent({ plan, trackerId }))
      return yield* print(common, task, renderResolved)
    }
    if (!all) return yield* misused("`--tracker-id P:ID` or `--all` is missing")
    const tasks = yield* inEngine(common, () => pipeline.resolveAllContent(plan))
    const document = tasksDocument(tasks)
    yield* print(common, document, renderTasks)
    if (tasks.some((task) => "error" in task)) return yield* new Concluded({ code: exitCode.failed })
  })
).pipe(
  Command.withDescription("Read what a tracker says of a task, in place of what its plan says"),
  Command.withExamples([
    {
      command: "gsd task resolve-content --plan PLAN.md --tracker-id beads:GSD-42",
      description: "Ask the capability that reads the tasks of beads"
    },
    {
      command: "gsd task resolve-content --plan PLAN.md --all --json",
      description: "All of a plan; exit 1 when one could not be read"
    }
  ])
)

/** `gsd task`. */
export const task = Command.make("task").pipe(
  Command.withDescription("What the tasks of plans say"),
  Command.withSubcommands([resolveContent]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    {
      command: "gsd task resolve-content --plan PLAN.md --all",
      description: "What trackers say of the tasks of a plan"
    }
  ])
)
