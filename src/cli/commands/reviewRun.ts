import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import type { ReviewRequested } from "../../pipelines/review/stages.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderReview } from "../render/review.ts"
import { inEngine, print } from "../verb.ts"
import { cluster, inCluster, wait, waitOf } from "./clusterFlags.ts"
import { load, optionally } from "./flags.ts"
import { filesOf, laneFlags, promptFlags, refuse, unknownFlags, wantedOf } from "./reviewFlags.ts"
import { listenerOf, warn } from "./reviewListening.ts"

const flags = {
  ...promptFlags,
  ...laneFlags,
  quorum: Flag.Int("quorum").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Usable reviews that there must be; exit 7 when there are fewer"),
    Flag.optional
  ),
  out: Flag.String("out").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Where REVIEWS.md goes; otherwise beside the first plan"),
    Flag.optional
  ),
  html: Flag.Boolean("html").pipe(
    Flag.withDescription("Write REVIEWS.html as well: one page with the agreement and the timeline"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  events: Flag.Boolean("events").pipe(
    Flag.withDescription("Print what happens as lines of JSON, the result last"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  cluster: cluster.pipe(Flag.optional),
  wait,
  keep: Flag.Boolean("keep").pipe(
    Flag.withDescription("Leave prompts and answers of this run in the user's .gsd/runs"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

type Input = Command.Command.Config.Infer<typeof flags>

const command = "gsd review run"

const requestOf = Effect.fnUntraced(function* (input: Input) {
  const quorum = Option.getOrUndefined(input.quorum)
  if (quorum !== undefined && quorum < 1)
    return yield* refuse(command, `\`--quorum\` is ${quorum}, and at least one review is needed`)
  return {
    files: yield* filesOf(command, input),
    wanted: wantedOf(input),
    ...optionally("quorum", input.quorum),
    ...optionally("out", input.out),
    keep: input.keep,
    html: input.html
  } satisfies Omit<ReviewRequested, "scope" | "tell">
})

/** The review, here or on the runners of a cluster. */
const reviewed = Effect.fnUntraced(function* (input: Input, requested: ReviewRequested) {
  if (Option.isNone(input.cluster)) {
    if (Option.isSome(input.wait)) return yield* refuse(command, "`--wait` counts only with `--cluster`")
    const { review } = yield* load(() => import("../../pipelines/review.ts"))
    return yield* review(requested)
  }
  const { clusterReview } = yield* load(() => import("../../pipelines/clusterReview.ts"))
  const longest = yield* waitOf(command, input.wait)
  return yield* inCluster(input.cluster.value, clusterReview(requested, longest))
})

/** `gsd review run`. Exit 7 when there were too few usable reviews. */
export const reviewRun = Command.make(
  "run",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    if (common.json && input.events)
      return yield* refuse(command, "`--json` and `--events` exclude each other")
    const request = yield* requestOf(input)
    const listener = yield* listenerOf({ json: common.json, events: input.events })
    const document = yield* inEngine(common, (scope) =>
      reviewed(input, { ...request, scope, tell: listener.tell })
    ).pipe(
      Effect.catchTag("NoSuchLane", (error) => Effect.fail(unknownFlags(command)(error))),
      Effect.ensuring(Effect.sync(listener.end))
    )
    if (input.events) yield* Console.log(JSON.stringify({ event: "result", ...document }))
    else yield* print(common, document, renderReview)
    yield* warn(document.warnings)
    if (document.verdict === "degraded") return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Hand plans to several reviewers at once and write REVIEWS.md"),
  Command.withExamples([
    {
      command: "gsd review --plan 01-PLAN.md",
      description: "By every lane that is available; `run` may be left out"
    },
    {
      command: "gsd review --plan 01-PLAN.md --gemini --plan-lint --quorum 2",
      description: "By two lanes, both of which must give a usable review"
    }
  ])
)
