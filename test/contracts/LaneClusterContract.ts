import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ClusterError } from "../../src/domain/cluster/errors.ts"
import type { LaneHanded } from "../../src/domain/cluster/handed.ts"
import { laneKey, namedLane } from "../../src/domain/cluster/laneKey.ts"
import { notStarted } from "../../src/domain/lane/outcomes.ts"
import type { LaneRun } from "../../src/domain/lane/stages.ts"
import { LaneCluster, type LaneRefusal, type LaneServed } from "../../src/services/LaneCluster.ts"
import { laneNamed } from "../domain/lane/lanes.ts"
import { until } from "../support/processes.ts"

const lane = laneNamed("gemini")

/** A lane as it is handed over. */
export const handed = (more: Partial<LaneHanded> = {}): LaneHanded => ({
  run: "run-1",
  identity: lane.slug,
  ...namedLane(lane),
  prompt: "Review this.",
  timeoutMillis: 60_000,
  ...more
})

const run: LaneRun = { identity: lane.slug, lane, section: lane.section, named: true }

const ended = (text: string): LaneServed => ({
  ended: { ...notStarted(run, { outcome: "completed", text }), bytes: text.length },
  to: "gemini"
})

const key = laneKey(handed())

/** What became of what runners were handed, in order. */
type Journal = Array<string>

interface Scripted {
  readonly journal: Journal
  readonly does: (handed: LaneHanded) => Effect.Effect<LaneServed, LaneRefusal>
  readonly offers?: ReadonlyArray<typeof key>
}

/** A runner in a fiber of its own, known to others when this ends. */
const startRunner = Effect.fnUntraced(function* ({ does, journal, offers = [key] }: Scripted) {
  const cluster = yield* LaneCluster
  const ready = yield* Deferred.make<string>()
  const fiber = yield* Effect.forkScoped(
    cluster.serve({
      offers,
      ready: (name) => Effect.asVoid(Deferred.succeed(ready, name)),
      run: (one) =>
        Effect.suspend(() => {
          journal.push(`begun ${one.identity}`)
          return does(one)
        }).pipe(
          Effect.onInterrupt(() => Effect.sync(() => void journal.push(`stopped ${one.identity}`))),
          Effect.tap(() => Effect.sync(() => void journal.push(`ended ${one.identity}`)))
        )
    })
  )
  const name = yield* Deferred.await(ready)
  // A lane is handed once others see who offers it.
  const isSeen = Effect.map(cluster.runners, (found) => found.some((one) => one.name === name))
  yield* Effect.repeat(isSeen, { until: (seen) => seen })
  return { name, fiber }
})

const patience = Duration.seconds(5)

const hand = (more: Partial<LaneHanded> = {}) =>
  LaneCluster.use((cluster) => cluster.hand(handed(more), { patience }))

/** What every LaneCluster keeps to; `layer` is built anew for each test, with a short lease. */
export const suite = (name: string, layer: Layer.Layer<LaneCluster, ClusterError>) =>
  describe(`LaneCluster: ${name}`, () => {
    const test = <E>(title: string, work: Effect.Effect<void, E, LaneCluster | Scope.Scope>) =>
      it.live(title, () => work.pipe(Effect.scoped, Effect.provide(layer)), 60_000)

    test(
      "hands a lane to the runner that offers it, and brings back what became of it",
      Effect.gen(function* () {
        const journal: Journal = []
        const { name: runner } = yield* startRunner({
          journal,
          does: ({ prompt }) => Effect.succeed(ended(`Read: ${prompt}`))
        })
        const report = yield* hand()
        assert.deepInclude(report, {
          outcome: { outcome: "completed", text: "Read: Review this." },
          runner,
          to: "gemini",
          lost: []
        })
        assert.deepStrictEqual(journal, ["begun gemini", "ended gemini"])
      })
    )

    test(
      "brings back why a runner refuses",
      Effect.gen(function* () {
        const { name: runner } = yield* startRunner({
          journal: [],
          does: () => Effect.fail({ reason: "other-bytes", problem: "It is another one here" })
        })
        const refusal = yield* Effect.flip(hand())
        assert.deepInclude(refusal, { _tag: "RunnerRefused", reason: "other-bytes", runner })
      })
    )

    test(
      "runs the lanes of a review beside each other",
      Effect.gen(function* () {
        const journal: Journal = []
        yield* startRunner({
          journal,
          does: () =>
            Effect.as(
              until(() => journal.length >= 3),
              ended("done")
            )
        })
        const reports = yield* Effect.forEach(["a", "b", "c"], (identity) => hand({ identity }), {
          concurrency: "unbounded"
        })
        assert.lengthOf(reports, 3)
        assert.sameMembers(journal.slice(0, 3), ["begun a", "begun b", "begun c"])
      })
    )

    test(
      "ends a lane on its runner when its requester goes",
      Effect.gen(function* () {
        const journal: Journal = []
        yield* startRunner({ journal, does: () => Effect.never })
        const fiber = yield* Effect.forkChild(hand())
        yield* until(() => journal.length === 1)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(journal, ["begun gemini", "stopped gemini"])
      })
    )

    test(
      "begins a lane again on another runner when its own is gone, once",
      Effect.gen(function* () {
        const journal: Journal = []
        const first = yield* startRunner({ journal, does: () => Effect.never })
        const fiber = yield* Effect.forkChild(hand())
        yield* until(() => journal.length === 1)
        const second = yield* startRunner({ journal, does: () => Effect.succeed(ended("second")) })
        yield* Fiber.interrupt(first.fiber)
        const report = yield* Fiber.join(fiber)
        assert.deepInclude(report, { runner: second.name, lost: [first.name] })
        assert.deepStrictEqual(journal, ["begun gemini", "stopped gemini", "begun gemini", "ended gemini"])
      })
    )

    test(
      "leaves lanes that run where they are when another runner joins",
      Effect.gen(function* () {
        const journal: Journal = []
        const finished = yield* Deferred.make<void>()
        const does = () => Effect.as(Deferred.await(finished), ended("done"))
        const { name: first } = yield* startRunner({ journal, does })
        const identities = ["a", "b", "c", "d", "e", "f"]
        const handing = Effect.forEach(identities, (identity) => hand({ identity }), {
          concurrency: "unbounded"
        })
        const fiber = yield* Effect.forkChild(handing)
        yield* until(() => journal.length === identities.length)
        yield* startRunner({ journal, does })
        yield* Effect.sleep(Duration.seconds(2))
        yield* Deferred.succeed(finished, undefined)
        const reports = yield* Fiber.join(fiber)
        assert.deepStrictEqual(
          reports.map(({ lost, runner }) => ({ lost, runner })),
          identities.map(() => ({ lost: [], runner: first }))
        )
      })
    )

    test(
      "gives a lane up when its runner is gone and nobody else offers it",
      Effect.gen(function* () {
        const journal: Journal = []
        const { fiber: runner } = yield* startRunner({ journal, does: () => Effect.never })
        const cluster = yield* LaneCluster
        const handing = cluster.hand(handed(), { patience: Duration.millis(100) })
        const fiber = yield* Effect.forkChild(Effect.flip(handing))
        yield* until(() => journal.length === 1)
        yield* Fiber.interrupt(runner)
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "RunnerLost")
      })
    )

    test(
      "lists who offers what, and no longer those that are gone",
      Effect.gen(function* () {
        const cluster = yield* LaneCluster
        const { fiber, name: runner } = yield* startRunner({ journal: [], does: () => Effect.never })
        assert.deepStrictEqual(yield* cluster.runners, [{ name: runner, offers: [key] }])
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* cluster.runners, [])
      })
    )
  })
