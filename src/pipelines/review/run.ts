import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Concurrency } from "../../domain/lane/concurrency.ts"
import {
  interruptedOutcome,
  reasonOf,
  unavailableOutcome,
  type LaneOutcome
} from "../../domain/lane/outcome.ts"
import { notStarted, type LaneEnded } from "../../domain/lane/outcomes.ts"
import type { LaneRun } from "../../domain/lane/stages.ts"
import { shown } from "../../domain/text/escape.ts"
import { Lanes, type LaneNews } from "../../services/Lanes.ts"
import { bundleChanged } from "./bundles.ts"
import type { ReadyRun, ReviewEvent } from "./stages.ts"

/** What is known of the runs of a review at any moment; what an interruption leaves behind. */
export interface Board {
  readonly runId: string
  readonly begun: number
  readonly ended: Map<string, LaneEnded>
  /** Milliseconds from the start of the review to that of a run. */
  readonly started: Map<string, number>
  readonly bytes: Map<string, number>
  readonly tell: (event: ReviewEvent) => void
}

/** A board on which nothing has started. */
export const emptyBoard = Effect.fn("review.emptyBoard")(function* ({
  runId,
  tell
}: Pick<Board, "runId" | "tell">) {
  const begun = yield* Clock.currentTimeMillis
  return { runId, begun, ended: new Map(), started: new Map(), bytes: new Map(), tell } satisfies Board
})

/** Writes down how a run ended, and tells it. */
export const settle = (board: Board, ended: LaneEnded): void => {
  const { bytes, duration, outcome, run } = ended
  board.ended.set(run.identity, ended)
  board.tell({
    _tag: "Ended",
    identity: run.identity,
    outcome: outcome.outcome,
    reason: reasonOf(outcome),
    millis: Math.round(Duration.toMillis(duration)),
    bytes
  })
}

const hear = (board: Board) => (news: LaneNews) => {
  if (news._tag === "Wrote") board.bytes.set(news.identity, news.bytes)
  board.tell(news)
}

/** A fault of ours in one lane is that lane's failure, and no other's. */
const faulty = (run: LaneRun) => (defect: unknown) => {
  const outcome: LaneOutcome = {
    outcome: "failed",
    reason: "reported-error",
    detail: shown`gsd failed in a way it should not: ${String(defect)}`
  }
  return Effect.succeed(notStarted(run, outcome))
}

/** Lets an effect run when its turn has come. */
export type Turn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const always: Turn = (effect) => effect

const turnsOf = (most: number | undefined): Turn =>
  most === undefined ? always : Semaphore.makeUnsafe(most).withPermit

/** Turns of each lane, shared with its instances, inside turns of the review, or of a runner. */
export const turnOf = ({ runs, runsPerLane }: Concurrency): ((run: Pick<LaneRun, "lane">) => Turn) => {
  const all = turnsOf(runs)
  const perLane = new Map<string, Turn>()
  return ({ lane }) => {
    const own = perLane.get(lane.slug) ?? turnsOf(runsPerLane)
    perLane.set(lane.slug, own)
    return (effect) => own(all(effect))
  }
}

const runOne = Effect.fn("review.lane")(function* (board: Board, { available, planned }: ReadyRun) {
  const lanes = yield* Lanes
  const { identity } = planned.run
  yield* Effect.annotateCurrentSpan({ lane: identity })
  const changed = yield* bundleChanged(planned.run.lane)
  if (changed !== undefined)
    return settle(board, { ...notStarted(planned.run, unavailableOutcome(changed)), planned })
  board.started.set(identity, (yield* Clock.currentTimeMillis) - board.begun)
  const run = lanes.run({ runId: board.runId, planned, available, tell: hear(board) })
  const ended = yield* Effect.catchDefect(run, faulty(planned.run))
  yield* Effect.annotateCurrentSpan({ outcome: ended.outcome.outcome })
  settle(board, ended)
})

/**
 * Runs all lanes at once, or as many as the configuration lets. Each end is on the board as soon as it is known, so that
 * an interruption, which ends every tree first, loses none.
 */
export const runLanes = Effect.fn("review.run")(function* (
  board: Board,
  ready: ReadonlyArray<ReadyRun>,
  concurrency: Concurrency
) {
  const turn = turnOf(concurrency)
  yield* Effect.forEach(ready, (one) => turn(one.planned.run)(runOne(board, one)), {
    concurrency: "unbounded",
    discard: true
  })
})

/** How a run ended that the board knows no end of: it was interrupted, before or while it ran. */
export const interruptedOn = Effect.fn("review.interruptedOn")(function* (board: Board, run: LaneRun) {
  const started = board.started.get(run.identity)
  const now = (yield* Clock.currentTimeMillis) - board.begun
  const ended: LaneEnded = {
    ...notStarted(run, interruptedOutcome),
    bytes: board.bytes.get(run.identity) ?? 0,
    duration: Duration.millis(started === undefined ? 0 : now - started)
  }
  settle(board, ended)
  return ended
})
