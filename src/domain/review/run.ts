import * as Schema from "effect/Schema"
import type { ReviewDocument } from "./document.ts"

/** What stands in the folder of a run while it lasts: whose it is. */
export const RunNote = Schema.Struct({
  v: Schema.Literal(1),
  runId: Schema.String,
  /** Process of the `gsd` that runs it. */
  pid: Schema.Int,
  /** ISO 8601, UTC: when it began. */
  at: Schema.String,
  /** Paths of the plans, as the report names them. */
  plans: Schema.Array(Schema.String)
})
export type RunNote = typeof RunNote.Type

/** How one review ended, as it is remembered. */
export const RunSummary = Schema.Struct({
  v: Schema.Literal(1),
  runId: Schema.String,
  /** ISO 8601, UTC: when it ended. */
  at: Schema.String,
  verdict: Schema.Literals(["met", "degraded"]),
  interrupted: Schema.Boolean,
  quorum: Schema.Int,
  usable: Schema.Int,
  plans: Schema.Array(Schema.String),
  lanes: Schema.Array(
    Schema.Struct({
      /** The slug, or the name of an instance of the lane. */
      lane: Schema.String,
      id: Schema.String,
      outcome: Schema.String,
      ok: Schema.Boolean,
      reason: Schema.optionalKey(Schema.String),
      ms: Schema.Finite
    })
  )
})
export type RunSummary = typeof RunSummary.Type

/** The summary of a review that ended at `at`. */
export const summaryOf = (document: ReviewDocument, at: string): RunSummary => ({
  v: 1,
  runId: document.runId,
  at,
  verdict: document.verdict,
  interrupted: document.interrupted,
  quorum: document.quorum,
  usable: document.usable,
  plans: document.plans.map(({ path }) => path),
  lanes: document.lanes.map(({ id, instance, ms, ok, outcome, reason, slug }) => ({
    lane: instance ?? slug,
    id,
    outcome,
    ok,
    ...(reason === undefined ? {} : { reason }),
    ms
  }))
})

/** What reviews came to for one lane. */
export const LaneHistory = Schema.Struct({
  lane: Schema.String,
  id: Schema.String,
  /** Reviews in which its turn came: not those that the asking agent was left out of, nor those that were interrupted. */
  runs: Schema.Int,
  usable: Schema.Int,
  /** How many of the last in a row were no usable review; 0 when the last one was. */
  degradedStreak: Schema.Int,
  /** How the last one ended; absent when its turn never came. */
  last: Schema.optionalKey(
    Schema.Struct({ at: Schema.String, outcome: Schema.String, reason: Schema.optionalKey(Schema.String) })
  )
})
export type LaneHistory = typeof LaneHistory.Type

/** JSON of `gsd review history`. */
export const ReviewHistory = Schema.Struct({
  /** Oldest first. */
  runs: Schema.Array(RunSummary),
  /** How many of the last reviews in a row were degraded. */
  degradedStreak: Schema.Int,
  /** The longest streak first, then by name. */
  lanes: Schema.Array(LaneHistory)
})
export type ReviewHistory = typeof ReviewHistory.Type

/** Length of the row at the end of a list in which a condition holds. */
const streak = <A>(all: ReadonlyArray<A>, holds: (one: A) => boolean): number => {
  const broken = all.findLastIndex((one) => !holds(one))
  return all.length - 1 - broken
}

interface Turn {
  readonly at: string
  readonly lane: RunSummary["lanes"][number]
}

const idle = new Set(["skipped", "interrupted"])

const laneHistory = (lane: string, all: ReadonlyArray<Turn>): LaneHistory => {
  const turns = all.filter((turn) => !idle.has(turn.lane.outcome))
  const last = turns.at(-1)
  return {
    lane,
    id: all.at(-1)?.lane.id ?? "",
    runs: turns.length,
    usable: turns.filter((turn) => turn.lane.ok).length,
    degradedStreak: streak(turns, (turn) => !turn.lane.ok),
    ...(last === undefined
      ? {}
      : {
          last: {
            at: last.at,
            outcome: last.lane.outcome,
            ...(last.lane.reason === undefined ? {} : { reason: last.lane.reason })
          }
        })
  }
}

/** What kept summaries, oldest first, say of each lane. */
export const historyOf = (runs: ReadonlyArray<RunSummary>): ReviewHistory => {
  const turns = new Map<string, ReadonlyArray<Turn>>()
  for (const { at, lanes } of runs)
    for (const lane of lanes) turns.set(lane.lane, [...(turns.get(lane.lane) ?? []), { at, lane }])
  const histories = [...turns].map(([lane, all]) => laneHistory(lane, all))
  return {
    runs,
    degradedStreak: streak(
      runs.filter(({ interrupted }) => !interrupted),
      ({ verdict }) => verdict === "degraded"
    ),
    lanes: histories.toSorted((a, b) => b.degradedStreak - a.degradedStreak || (a.lane < b.lane ? -1 : 1))
  }
}
