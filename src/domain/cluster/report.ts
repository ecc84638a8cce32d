import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { notAvailable, unavailableReasons } from "../lane/availability.ts"
import { suspicions } from "../lane/evidence.ts"
import {
  emptyReasons,
  failedReasons,
  refusedReasons,
  truncatedReasons,
  unavailableOutcome,
  type LaneOutcome
} from "../lane/outcome.ts"
import type { LaneEnded } from "../lane/outcomes.ts"
import type { PlannedRun } from "../lane/stages.ts"
import { limits } from "../limits.ts"
import { hidesSomething, shown, visible, type Visible } from "../text/escape.ts"
import type { HandingFailed, NoRunner } from "./errors.ts"

const Sentence = Schema.String.check(Schema.isMaxLength(limits.planBytes))
const Text = Schema.String.check(Schema.isMaxLength(limits.laneAnswerBytes))

const endedFor = <const Name extends string, const Reasons extends ReadonlyArray<string>>(
  outcome: Name,
  reasons: Reasons
) => ({ outcome: Schema.tag(outcome), reason: Schema.Literals(reasons), detail: Sentence })

/** How a lane ended on its runner; the same closed set as on one machine. */
export const ReportedOutcome = Schema.Union([
  Schema.Struct({ outcome: Schema.tag("completed"), text: Text }),
  Schema.Struct(endedFor("empty", emptyReasons)),
  Schema.Struct({ ...endedFor("suspect", suspicions), text: Text }),
  Schema.Struct(endedFor("failed", failedReasons)),
  Schema.Struct(endedFor("timed-out", ["too-long", "too-quiet"])),
  Schema.Struct({ ...endedFor("truncated", truncatedReasons), text: Text }),
  Schema.Struct(endedFor("interrupted", ["interrupted"])),
  Schema.Struct(endedFor("unavailable", unavailableReasons)),
  Schema.Struct(endedFor("skipped", ["asking-agent"])),
  Schema.Struct(endedFor("refused", refusedReasons))
])
export type ReportedOutcome = typeof ReportedOutcome.Type

/** What a runner says of a lane that it was handed; untrusted. The lane's error output stays on the runner. */
export const LaneReported = Schema.Struct({
  outcome: ReportedOutcome,
  notes: Schema.Array(Sentence),
  millis: Schema.Finite,
  /** Of its answer, those beyond the cap too. */
  bytes: Schema.Finite,
  /** Where the prompt went from the runner: a program, or an endpoint. */
  to: Schema.String,
  /** Name of the runner. */
  runner: Schema.String,
  /** Names of runners that began it before and were gone. */
  lost: Schema.Array(Schema.String)
})
export type LaneReported = typeof LaneReported.Type

/** What is known of the runner side beside the lane's end. */
export interface RunnerFacts {
  readonly to: string
  readonly runner: string
  readonly lost: ReadonlyArray<string>
}

/** The report of a lane that ended on this runner; what its plan warned of here is told with it. */
export const reportOf = (
  { bytes, duration, notes, outcome, planned }: LaneEnded,
  facts: RunnerFacts
): LaneReported => ({
  outcome,
  notes: [...notes, ...(planned?.warnings ?? []).map(({ message }) => message)],
  millis: Duration.toMillis(duration),
  bytes,
  ...facts
})

/** Text that another machine made visible, and that is made so again should it not be. */
const reread = (text: string): Visible => (hidesSomething(text) ? visible(text) : (text as Visible))

const outcomeOf = (outcome: ReportedOutcome): LaneOutcome =>
  outcome.outcome === "completed" ? outcome : { ...outcome, detail: reread(outcome.detail) }

const runnerNotes = ({ lost, runner, to }: LaneReported): ReadonlyArray<Visible> => [
  shown`It ran on \`${runner}\`, which sent the prompt to \`${to}\``,
  ...(lost.length === 0
    ? []
    : [shown`It was begun again: \`${lost.join("`, `")}\` had begun it and did not end it`])
]

/** How a handed lane ended, as its requester tells it. */
export const endedOn = (planned: PlannedRun, reported: LaneReported): LaneEnded => ({
  run: planned.run,
  planned,
  outcome: outcomeOf(reported.outcome),
  notes: [...runnerNotes(reported), ...reported.notes.map(reread)],
  duration: Duration.millis(reported.millis),
  bytes: reported.bytes,
  stderr: ""
})

/** The outcome of a lane that was not handed over or did not come back. */
export const failedOutcome = (error: HandingFailed | NoRunner): LaneOutcome => {
  const detail = error.message
  switch (error._tag) {
    case "NoRunner":
      return unavailableOutcome(notAvailable("no-runner", detail))
    case "RunnerRefused":
      return { outcome: "refused", reason: error.reason, detail }
    case "RunnerLost":
      return { outcome: "failed", reason: "runner-lost", detail }
    case "HandingTooLong":
      return { outcome: "timed-out", reason: "too-long", detail }
    case "ClusterUnreachable":
      return { outcome: "failed", reason: "connection-lost", detail }
  }
}
