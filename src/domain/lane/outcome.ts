import { limits } from "../limits.ts"
import { shown, visible, type Visible } from "../text/escape.ts"
import type { Availability, UnavailableReason } from "./availability.ts"
import { egressRefusals } from "./egress.ts"
import type { LackOfEvidence, Suspicion } from "./evidence.ts"
import type { SkippedRun } from "./stages.ts"

/** Every way a run of a lane can end; closed. Source: issue 6 item 5. */
export const laneOutcomes = [
  "completed",
  "empty",
  "suspect",
  "failed",
  "timed-out",
  "truncated",
  "interrupted",
  "unavailable",
  "skipped",
  "refused"
] as const
export type LaneOutcomeName = (typeof laneOutcomes)[number]

/** Why an answer has nothing in it; closed. */
export const emptyReasons = [
  "no-output",
  "blank-output",
  "no-answer-file",
  "no-body",
  "no-choices",
  "no-content",
  "declined"
] as const
export type EmptyReason = (typeof emptyReasons)[number]

/** Why a run came to nothing; closed. */
export const failedReasons = [
  "exit-code",
  "signal",
  "reported-error",
  "http-status",
  "not-json",
  "unexpected-answer",
  "connection-lost",
  "runner-lost"
] as const
export type FailedReason = (typeof failedReasons)[number]

/** Why an answer is not whole; closed. */
export const truncatedReasons = ["output-cap", "body-cap", "model-limit"] as const
export type TruncatedReason = (typeof truncatedReasons)[number]

/** Why a lane was not allowed to run; closed. The last two are those of a runner on another machine. */
export const refusedReasons = [...egressRefusals, "not-startable", "not-offered", "other-bytes"] as const
export type RefusedReason = (typeof refusedReasons)[number]

interface Ended<Name extends LaneOutcomeName, Reason extends string> {
  readonly outcome: Name
  /** Of a closed set; together with the outcome it tells one kind of end from every other. */
  readonly reason: Reason
  /** One sentence without a final period. */
  readonly detail: Visible
}

interface WithText {
  /** What the lane wrote; untrusted. Blank only where a cut answer has no text that could be read. */
  readonly text: string
}

/**
 * How one run of a lane ended. Only `completed` holds a usable review; a text of another outcome is shown and counts for
 * nothing.
 */
export type LaneOutcome =
  | ({ readonly outcome: "completed" } & WithText)
  | Ended<"empty", EmptyReason>
  | (Ended<"suspect", Suspicion> & WithText)
  | Ended<"failed", FailedReason>
  | Ended<"timed-out", "too-long" | "too-quiet">
  | (Ended<"truncated", TruncatedReason> & WithText)
  | Ended<"interrupted", "interrupted">
  | Ended<"unavailable", UnavailableReason>
  | Ended<"skipped", "asking-agent">
  | Ended<"refused", RefusedReason>

/** Tells whether an outcome is a usable review: whole, with something to rest on. It alone counts for the quorum. */
export const isUsable = (outcome: LaneOutcome): boolean => outcome.outcome === "completed"

/** A whole text with or without something to rest on. */
export const completedOr = (text: string, lack: LackOfEvidence | undefined): LaneOutcome =>
  lack === undefined ? { outcome: "completed", text } : { outcome: "suspect", ...lack, text }

/** The outcome of a run that did not start because its agent asks. */
export const skippedOutcome = ({ host }: SkippedRun): LaneOutcome => ({
  outcome: "skipped",
  reason: "asking-agent",
  detail: shown`\`${host}\` is asking, and is no independent reviewer of its own plan`
})

/** The outcome of a run whose lane is not available. */
export const unavailableOutcome = ({
  reason,
  detail
}: Extract<Availability, { readonly _tag: "Unavailable" }>): LaneOutcome => ({
  outcome: "unavailable",
  reason,
  detail
})

/** The outcome of a run that was stopped from outside, whether it had started or not. */
export const interruptedOutcome: LaneOutcome = {
  outcome: "interrupted",
  reason: "interrupted",
  detail: shown`The review was stopped before this lane ended`
}

/** Reason of an outcome; empty for a usable review. */
export const reasonOf = (outcome: LaneOutcome): string =>
  outcome.outcome === "completed" ? "" : outcome.reason

/** The end of a lane's error output as it is shown: without control characters, blank lines and all but the last part. */
export const shownTail = (stderr: string): ReadonlyArray<Visible> =>
  stderr
    .slice(-limits.laneErrorCharacters)
    .split(/\r\n|[\r\n]/u)
    .map((line) => visible(line.trimEnd()))
    .filter((line) => line !== "")
