import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LaneEnded } from "../../domain/lane/outcomes.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Lanes, type LaneProbe, type LaneStart } from "../../services/Lanes.ts"
import { Spawner } from "../../services/Spawner.ts"
import { EndpointWire } from "./endpoint.ts"
import { probeLane } from "./probeLane.ts"
import type { LanesOptions } from "./program.ts"
import { runHttp } from "./runHttp.ts"
import { runSpawn } from "./runSpawn.ts"

const run = Effect.fnUntraced(function* (start: LaneStart, options: LanesOptions) {
  const { planned, tell } = start
  const clock = yield* Clock.Clock
  const began = clock.monotonicTimeNanosUnsafe()
  tell({ _tag: "Started", identity: planned.run.identity })
  const end = yield* planned._tag === "Spawn" ? runSpawn(planned, start, options) : runHttp(planned, start)
  const duration = Duration.nanos(clock.monotonicTimeNanosUnsafe() - began)
  return { run: planned.run, planned, duration, ...end } satisfies LaneEnded
})

/** Lanes over a Spawner, a disk and a wire to endpoints: what is probed, kept and judged is the same over every one. */
export const makeLanes = Effect.fnUntraced(function* (options: LanesOptions) {
  const services = Context.pick(
    Durable,
    EndpointWire,
    Environment,
    Spawner
  )(yield* Effect.context<Durable | EndpointWire | Environment | Spawner>())
  return Lanes.of({
    probe: Effect.fn("Lanes.probe")(
      (probe: LaneProbe) => probeLane(probe, options),
      Effect.provideContext(services)
    ),
    run: Effect.fn("Lanes.run")((start: LaneStart) => run(start, options), Effect.provideContext(services))
  })
})
