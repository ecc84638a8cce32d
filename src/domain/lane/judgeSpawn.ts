import * as Duration from "effect/Duration"
import type { Reviewer } from "../capability/schema/reviewer.ts"
import { limits } from "../limits.ts"
import type { SpawnError, SpawnReason } from "../process/errors.ts"
import type { Outcome, RunFacts } from "../process/outcome.ts"
import { shown, visible, type Visible } from "../text/escape.ts"
import { judgeEvidence, type Resolution } from "./evidence.ts"
import { completedOr, unavailableOutcome, type LaneOutcome } from "./outcome.ts"

/** What a program answered. */
export interface SpawnAnswer {
  /** The text of its answer, decoded; undefined when it was to write a file and did not. */
  readonly text: string | undefined
  /** Bytes it wrote as its answer, those beyond the cap too. */
  readonly totalBytes: number
  /** Whether the cap cut it. */
  readonly isCut: boolean
  /** The end of its error output. */
  readonly stderr: string
  /** What it reported as an error in its answer, where its handler reads that. */
  readonly error?: string
  /** Whether its handler read that the model stopped at its own limit. */
  readonly stoppedAtLimit?: boolean
  /** How long it had written nothing when it ended, when that was watched. */
  readonly quiet?: Duration.Duration
  readonly resolution?: Resolution
}

const seconds = (time: Duration.Duration): string => `${Math.round(Duration.toMillis(time) / 100) / 10} s`

const lastLine = (text: string): Visible =>
  visible(
    text
      .split(/[\r\n]/u)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .at(-1) ?? "",
    limits.shownCharacters
  )

const withReason = (sentence: Visible, said: string): Visible => {
  const line = lastLine(said)
  return line === "" ? sentence : (`${sentence}: ${line}` as Visible)
}

/** Where a program that failed tells why: on stderr, or where nothing stands there, as its answer. */
const complaint = ({ stderr, text = "" }: SpawnAnswer): string => (stderr.trim() === "" ? text : stderr)

/** From this share of the time on, silence is what is told first. */
const quietShare = 0.5

const timedOut = (end: Extract<Outcome, { readonly _tag: "TimedOut" }>, answer: SpawnAnswer): LaneOutcome => {
  const silent = end.stdout.totalBytes + end.stderr.totalBytes === 0 ? end.duration : undefined
  const quiet = end.kind === "idle" ? end.limit : (answer.quiet ?? silent)
  const isQuiet = quiet !== undefined && Duration.toMillis(quiet) >= quietShare * Duration.toMillis(end.limit)
  return isQuiet
    ? {
        outcome: "timed-out",
        reason: "too-quiet",
        detail: withReason(
          shown`No output for ${seconds(quiet)}; it was ended after ${seconds(end.duration)}`,
          answer.stderr
        )
      }
    : {
        outcome: "timed-out",
        reason: "too-long",
        detail: withReason(shown`It was ended after ${seconds(end.limit)}, its time limit`, answer.stderr)
      }
}

const empty = (answer: SpawnAnswer): LaneOutcome | undefined => {
  if (answer.text === undefined)
    return {
      outcome: "empty",
      reason: "no-answer-file",
      detail: shown`It ended well and wrote no answer file`
    }
  if (answer.text.trim() !== "") return undefined
  return answer.text === "" && answer.totalBytes === 0
    ? { outcome: "empty", reason: "no-output", detail: shown`It ended well and wrote nothing` }
    : {
        outcome: "empty",
        reason: "blank-output",
        detail: shown`It ended well and wrote ${answer.totalBytes} bytes without a text in them`
      }
}

const judgeText = (answer: SpawnAnswer, reviewer: Reviewer): LaneOutcome => {
  if (answer.error !== undefined)
    return { outcome: "failed", reason: "reported-error", detail: shown`It reported: ${answer.error}` }
  const nothing = empty(answer)
  if (nothing !== undefined) return nothing
  const text = answer.text ?? ""
  if (answer.isCut)
    return {
      outcome: "truncated",
      reason: "output-cap",
      detail: shown`It wrote ${answer.totalBytes} bytes, of which the first ${limits.laneOutputBytes} are kept`,
      text
    }
  return answer.stoppedAtLimit === true
    ? { outcome: "truncated", reason: "model-limit", detail: shown`The model stopped at its own limit`, text }
    : completedOr(text, judgeEvidence(text, reviewer.evidenceClass, answer.resolution))
}

/** What every end tells beside the outcome; each a sentence without a final period. */
export const spawnNotes = ({ ended, survivors, stdout }: RunFacts): ReadonlyArray<Visible> => [
  ...(ended.length === 0
    ? []
    : [
        shown`It left ${ended.length} processes running, which were ended: ${ended.map(({ pid }) => pid).join(", ")}`
      ]),
  ...(survivors.length === 0
    ? []
    : [
        shown`${survivors.length} of its processes could not be ended: ${survivors.map(({ pid }) => pid).join(", ")}`
      ]),
  ...(stdout.complete ? [] : [shown`Its output was still held open after it ended, and was closed`])
]

/**
 * Judges the end of a program: first how it exited, then what it wrote. A text of a program that failed is no review,
 * whatever it says.
 */
export const judgeSpawn = (end: Outcome, answer: SpawnAnswer, reviewer: Reviewer): LaneOutcome => {
  switch (end._tag) {
    case "TimedOut":
      return timedOut(end, answer)
    case "Signaled":
      return {
        outcome: "failed",
        reason: "signal",
        detail: withReason(
          shown`It was ended by ${end.signal}, which did not come from gsd`,
          complaint(answer)
        )
      }
    case "Exited":
      return end.code === 0
        ? judgeText(answer, reviewer)
        : {
            outcome: "failed",
            reason: "exit-code",
            detail: withReason(shown`It ended with exit code ${end.code}`, complaint(answer))
          }
  }
}

/** What we do not hand to the system: no program, or no batch file, would get it unchanged. */
const wasRefused: ReadonlySet<SpawnReason> = new Set([
  "argument-has-nul",
  "bad-variable-name",
  "variable-has-nul",
  "shim-line-break",
  "shim-too-long",
  "shim-directory-unc"
])

/** Judges a program that did not start. */
export const judgeNotStarted = (error: SpawnError): LaneOutcome => {
  const detail = visible(error.message)
  switch (error._tag) {
    case "BinaryNotFound":
      return unavailableOutcome({ _tag: "Unavailable", reason: "missing-binary", detail })
    case "BinaryNotExecutable":
      return unavailableOutcome({ _tag: "Unavailable", reason: "binary-not-executable", detail })
    case "SpawnFailed":
      return wasRefused.has(error.reason)
        ? { outcome: "refused", reason: "not-startable", detail }
        : unavailableOutcome({ _tag: "Unavailable", reason: "not-startable", detail })
    case "UnsupportedShim":
    case "InvalidTimeout":
      return { outcome: "refused", reason: "not-startable", detail }
  }
}
