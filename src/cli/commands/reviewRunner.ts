import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { namesIn } from "../../domain/lane/flags.ts"
import type { RunnerEvent } from "../../pipelines/cluster/events.ts"
import { commonFlags } from "../globals.ts"
import { renderRunners, runnerLines } from "../render/reviewRunner.ts"
import { inEngine, print } from "../verb.ts"
import { cluster, inCluster } from "./clusterFlags.ts"
import { load } from "./flags.ts"

const eventOf = ({ _tag, ...rest }: RunnerEvent): string =>
  JSON.stringify({ event: _tag.toLowerCase(), ...rest })

/** Lines of JSON on stdout, or lines for people on stderr. */
const tellerOf = (events: boolean) =>
  Effect.map(Console.Console, (console) => (event: RunnerEvent) => {
    if (events) console.log(eventOf(event))
    else for (const line of runnerLines(event)) console.error(line)
  })

/** `gsd review runner`. */
export const reviewRunner = Command.make(
  "runner",
  {
    cluster,
    lanes: Flag.String("lanes").pipe(
      Flag.withMetavar("A,B"),
      Flag.withDescription("Lanes by name; otherwise every lane that can run here"),
      Flag.optional
    ),
    events: Flag.Boolean("events").pipe(
      Flag.withDescription("Print what happens as lines of JSON"),
      Flag.withDefault(false),
      Flag.withoutNegation
    )
  },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const tell = yield* tellerOf(input.events)
    const lanes = Option.match(input.lanes, { onNone: () => [], onSome: namesIn })
    const pipeline = yield* load(() => import("../../pipelines/clusterRunner.ts"))
    return yield* inEngine(common, (scope) =>
      inCluster(input.cluster, pipeline.serveLanes({ scope, lanes, tell }))
    )
  })
).pipe(
  Command.withDescription("Run lanes of this machine for the reviews of others, until it is stopped"),
  Command.withExamples([
    {
      command: "gsd review runner --cluster postgres://gsd@db.example/reviews",
      description: "Every lane that can run here"
    }
  ])
)

/** `gsd review runners`. */
export const reviewRunners = Command.make(
  "runners",
  { cluster },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/clusterRunners.ts"))
    const listed = yield* inEngine(common, (scope) =>
      inCluster(input.cluster, pipeline.clusterRunners(scope))
    )
    yield* print(common, listed, renderRunners)
  })
).pipe(
  Command.withDescription("Which runners are there, and which lanes they offer"),
  Command.withExamples([
    {
      command: "gsd review runners --cluster postgres://gsd@db.example/reviews",
      description: "Before a review is handed over"
    }
  ])
)
