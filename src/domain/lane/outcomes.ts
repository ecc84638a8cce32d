import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import { shown, type Visible } from "../text/escape.ts"
import { skippedOutcome, unavailableOutcome, type LaneOutcome } from "./outcome.ts"
import type { LanesPlanned } from "./plan.ts"
import type { LaneRun, PlannedRun } from "./stages.ts"
import { warn, type LaneWarning } from "./warning.ts"

/** One run with how it ended. */
export interface LaneEnded {
  readonly run: LaneRun
  /** Undefined where it was skipped, or its plan is of no use. */
  readonly planned: PlannedRun | undefined
  readonly outcome: LaneOutcome
  /** What else is worth telling, each a sentence without a final period. */
  readonly notes: ReadonlyArray<Visible>
  /** From its start to its end; zero when it did not start. */
  readonly duration: Duration.Duration
  /** Bytes of its answer, those beyond the cap too. */
  readonly bytes: number
  /** The end of its error output, untrusted. */
  readonly stderr: string
}

/** How every run of a review ended, the skipped ones too; in the order of REVIEWS.md. */
export interface Outcomes {
  readonly ended: ReadonlyArray<LaneEnded>
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** The record of a run that did not start. */
export const notStarted = (run: LaneRun, outcome: LaneOutcome): LaneEnded => ({
  run,
  planned: undefined,
  outcome,
  notes: [],
  duration: Duration.zero,
  bytes: 0,
  stderr: ""
})

const planWarnings = ({ runs }: LanesPlanned): ReadonlyArray<LaneWarning> =>
  runs.flatMap(({ plan }) => (Result.isSuccess(plan) ? plan.success.warnings : []))

/** Runs that end before they start: skipped ones, and those whose plan is of no use. */
export const endedBefore = ({ chosen, runs }: LanesPlanned): ReadonlyArray<LaneEnded> => [
  ...chosen.skipped.map((skipped) => notStarted(skipped.run, skippedOutcome(skipped))),
  ...runs.flatMap(({ run, plan }) =>
    Result.isFailure(plan) ? [notStarted(run, unavailableOutcome(plan.failure))] : []
  )
]

/** A run that nobody named and that is not available: who asks everybody asks those who are there. */
const isAbsent = ({ outcome, run }: LaneEnded): boolean => !run.named && outcome.outcome === "unavailable"

const absentWarning = (absent: ReadonlyArray<LaneEnded>): ReadonlyArray<LaneWarning> =>
  absent.length === 0
    ? []
    : [
        warn(
          "selection",
          "",
          shown`Not available: ${absent.map(({ run }) => run.identity).join(", ")}; \`gsd review lanes\` says why`
        )
      ]

/**
 * Puts the ends of the runs that were started together with the others, in the order of REVIEWS.md. Those that nobody
 * named and that are not available are left to a warning, unless there is nobody else.
 */
export const outcomesOf = (planned: LanesPlanned, ended: ReadonlyArray<LaneEnded>): Outcomes => {
  const { order, warnings } = planned.chosen
  const all = [...endedBefore(planned), ...ended].toSorted(
    (left, right) => order.indexOf(left.run.identity) - order.indexOf(right.run.identity)
  )
  const present = all.filter((one) => !isAbsent(one))
  const told = [...warnings, ...planWarnings(planned)]
  return present.length === 0
    ? { ended: all, warnings: told }
    : { ended: present, warnings: [...told, ...absentWarning(all.filter(isAbsent))] }
}
