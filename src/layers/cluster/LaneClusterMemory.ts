import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { RunnerLost, RunnerRefused } from "../../domain/cluster/errors.ts"
import type { LaneHanded } from "../../domain/cluster/handed.ts"
import { laneKey } from "../../domain/cluster/laneKey.ts"
import { reportOf } from "../../domain/cluster/report.ts"
import { limits } from "../../domain/limits.ts"
import { LaneCluster, type Serving } from "../../services/LaneCluster.ts"

/** A runner that serves now. */
interface Runner {
  readonly name: string
  readonly serving: Serving
  /** Done when the runner is gone. */
  readonly gone: Deferred.Deferred<void>
}

const pause = Duration.millis(limits.clusterPollMillis)

const findRunner = (runners: ReadonlySet<Runner>, handed: LaneHanded): Runner | undefined =>
  [...runners].find(({ serving }) => serving.offers.includes(laneKey(handed)))

/** Waits until somebody offers a lane; none when nobody does for as long as the patience. */
const awaitOffer = Effect.fnUntraced(function* (
  runners: ReadonlySet<Runner>,
  handed: LaneHanded,
  patience: Duration.Duration
) {
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(patience)
  for (;;) {
    const found = findRunner(runners, handed)
    if (found !== undefined) return found
    if ((yield* Clock.currentTimeMillis) >= until) return undefined
    yield* Effect.sleep(pause)
  }
})

/** The end of a lane on one runner; none when the runner was gone first. */
const runOn = ({ gone, serving }: Runner, handed: LaneHanded) =>
  Effect.raceFirst(
    Effect.asSome(Effect.result(serving.run(handed))),
    Effect.as(Deferred.await(gone), Option.none())
  )

const hand = Effect.fnUntraced(function* (
  runners: ReadonlySet<Runner>,
  handed: LaneHanded,
  patience: Duration.Duration
) {
  const lost: Array<string> = []
  while (lost.length < limits.clusterStarts) {
    const runner = yield* awaitOffer(runners, handed, patience)
    if (runner === undefined) return yield* new RunnerLost({ slug: handed.slug, runners: lost })
    const end = yield* runOn(runner, handed)
    if (Option.isSome(end)) {
      if (Result.isFailure(end.value))
        return yield* new RunnerRefused({ ...end.value.failure, runner: runner.name })
      const { ended, to } = end.value.success
      return reportOf(ended, { to, runner: runner.name, lost })
    }
    lost.push(runner.name)
  }
  return yield* new RunnerLost({ slug: handed.slug, runners: lost })
})

/**
 * A cluster in this process, without a storage: runners are fibers, and one whose fiber ends is gone. Every wait is on the
 * Clock. For tests; layers of it that are built apart know nothing of each other.
 */
export const layer = Layer.sync(LaneCluster, () => {
  const runners = new Set<Runner>()
  let made = 0
  return LaneCluster.of({
    address: "memory",
    runners: Effect.sync(() => [...runners].map(({ name, serving: { offers } }) => ({ name, offers }))),
    hand: (handed, { patience }) => hand(runners, handed, patience),
    serve: (serving) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          made += 1
          const runner: Runner = { name: `runner-${made}`, serving, gone: Deferred.makeUnsafe() }
          runners.add(runner)
          return runner
        }),
        ({ name }) => Effect.andThen(serving.ready(name), Effect.never),
        (runner) =>
          Effect.andThen(
            Effect.sync(() => runners.delete(runner)),
            Deferred.succeed(runner.gone, undefined)
          )
      )
  })
})
