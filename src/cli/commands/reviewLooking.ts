import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderHistory } from "../render/reviewHistory.ts"
import { renderLanes, renderReviewPlan } from "../render/reviewLanes.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"
import { filesOf, laneFlags, promptFlags, unknownFlags, wantedOf } from "./reviewFlags.ts"

const look = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const common = yield* commonFlags
  const pipeline = yield* load(() => import("../../pipelines/review/looked.ts"))
  const report = yield* inEngine(common, (scope) => pipeline.lookAtLanes(scope, names))
  yield* print(common, report, renderLanes)
})

/** `gsd review lanes`. */
export const reviewLanes = Command.make("lanes", {}, () => look([])).pipe(
  Command.withDescription("Who could review now, and why somebody cannot"),
  Command.withExamples([{ command: "gsd review lanes", description: "First-party and installed lanes" }])
)

const slug = Argument.String("slug").pipe(Argument.withDescription("Name of a lane, or of an instance"))

/** `gsd review probe [SLUG…]`. */
export const reviewProbe = Command.make("probe", { slugs: Argument.variadic(slug) }, ({ slugs }) =>
  look(slugs)
).pipe(
  Command.withDescription("Ask lanes whether they can run; all of them when none is named"),
  Command.withExamples([
    { command: "gsd review probe gemini ollama --json", description: "Two of them, as JSON" }
  ])
)

const command = "gsd review plan"

/** `gsd review plan`. */
export const reviewPlan = Command.make(
  "plan",
  { ...promptFlags, ...laneFlags },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const files = yield* filesOf(command, input)
    const pipeline = yield* load(() => import("../../pipelines/review/dryRun.ts"))
    const wanted = wantedOf(input)
    const report = yield* inEngine(common, (scope) => pipeline.reviewPlan({ scope, files, wanted })).pipe(
      Effect.catchTag("NoSuchLane", (error) => Effect.fail(unknownFlags(command)(error)))
    )
    yield* print(common, report, renderReviewPlan)
  })
).pipe(
  Command.withDescription("Say exactly what a review would start and send; nothing is run"),
  Command.withExamples([
    {
      command: "gsd review plan --plan 01-PLAN.md",
      description: "Program, variables, time and bytes per lane"
    }
  ])
)

/** `gsd review history`. */
export const reviewHistory = Command.make(
  "history",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/review/history.ts"))
    yield* print(common, yield* inEngine(common, () => pipeline.reviewHistory), renderHistory)
  })
).pipe(
  Command.withDescription("How reviews ended, and which lanes have been of no use lately"),
  Command.withExamples([{ command: "gsd review history", description: "The worst lanes first" }])
)
