import * as Duration from "effect/Duration"
import type { Reviewer } from "../capability/schema/reviewer.ts"
import { limits } from "../limits.ts"
import { shown, visible } from "../text/escape.ts"
import { judgeEvidence, type Resolution } from "./evidence.ts"
import { readAnswer, type OpenAiAnswer } from "./handlers/openAi.ts"
import { completedOr, type FailedReason, type LaneOutcome } from "./outcome.ts"

/** How a request to a model endpoint ended. */
export type HttpEnd =
  | { readonly _tag: "Answered"; readonly status: number; readonly body: string }
  /** The body was longer than the cap; what was read of it is no whole JSON. */
  | { readonly _tag: "TooLong"; readonly status: number }
  | { readonly _tag: "Redirected"; readonly to: string }
  | { readonly _tag: "TimedOut"; readonly kind: "wall" | "idle"; readonly limit: Duration.Duration }
  /** No connection came about. */
  | { readonly _tag: "Unreachable"; readonly problem: string }
  /** The connection broke before the answer was whole. */
  | { readonly _tag: "Lost"; readonly problem: string }

const seconds = (time: Duration.Duration): string => `${Math.round(Duration.toMillis(time) / 100) / 10} s`

const failed = (reason: FailedReason, detail: ReturnType<typeof shown>): LaneOutcome => ({
  outcome: "failed",
  reason,
  detail
})

/** What is cited of a body that is no review. */
const excerpt = (body: string): string => visible(body.trim(), limits.shownCharacters)

type Said = Extract<OpenAiAnswer, { readonly _tag: "Answer" }>

const judgeSaid = (answer: Said, reviewer: Reviewer, resolution?: Resolution): LaneOutcome => {
  const { text, refusal, stoppedAtLimit } = answer
  if (text.trim() === "")
    return refusal === ""
      ? { outcome: "empty", reason: "no-content", detail: shown`The endpoint answered without a text` }
      : { outcome: "empty", reason: "declined", detail: shown`The model declined: ${refusal}` }
  return stoppedAtLimit
    ? { outcome: "truncated", reason: "model-limit", detail: shown`The model stopped at its own limit`, text }
    : completedOr(text, judgeEvidence(text, reviewer.evidenceClass, resolution))
}

const judgeBody = (body: string, reviewer: Reviewer, resolution?: Resolution): LaneOutcome => {
  const answer = readAnswer(body)
  switch (answer._tag) {
    case "NotJson":
      return body.trim() === ""
        ? { outcome: "empty", reason: "no-body", detail: shown`The endpoint answered with an empty body` }
        : failed("not-json", shown`The endpoint answered with what is no JSON: ${excerpt(body)}`)
    case "Unexpected":
      return failed("unexpected-answer", shown`The endpoint answered with JSON that is ${answer.problem}`)
    case "Reported":
      return failed("reported-error", shown`The endpoint reported: ${answer.message}`)
    case "NoChoices":
      return { outcome: "empty", reason: "no-choices", detail: shown`The endpoint answered with no choices` }
    case "Answer":
      return judgeSaid(answer, reviewer, resolution)
  }
}

const reportOf = (body: string): string => {
  const answer = readAnswer(body)
  return answer._tag === "Reported" ? visible(answer.message, limits.shownCharacters) : excerpt(body)
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const judgeStatus = (status: number, body: string): LaneOutcome => {
  const report = reportOf(body)
  return failed(
    "http-status",
    report === ""
      ? shown`The endpoint answered with status ${status}`
      : shown`The endpoint answered with status ${status}: ${report}`
  )
}

/** Judges the end of a request: first how it ended, then its status, then what the body says. */
export const judgeHttp = (end: HttpEnd, reviewer: Reviewer, resolution?: Resolution): LaneOutcome => {
  switch (end._tag) {
    case "Answered":
      return isSuccess(end.status)
        ? judgeBody(end.body, reviewer, resolution)
        : judgeStatus(end.status, end.body)
    case "TooLong":
      return isSuccess(end.status)
        ? {
            outcome: "truncated",
            reason: "body-cap",
            detail: shown`The endpoint answered with more than ${limits.laneAnswerBytes} bytes`,
            text: ""
          }
        : judgeStatus(end.status, "")
    case "Redirected":
      return {
        outcome: "refused",
        reason: "redirected",
        detail: shown`The endpoint sends on to \`${end.to}\`, which is not followed`
      }
    case "TimedOut":
      return end.kind === "idle"
        ? { outcome: "timed-out", reason: "too-quiet", detail: shown`No answer for ${seconds(end.limit)}` }
        : {
            outcome: "timed-out",
            reason: "too-long",
            detail: shown`It was ended after ${seconds(end.limit)}, its time limit`
          }
    case "Unreachable":
      return {
        outcome: "unavailable",
        reason: "host-unreachable",
        detail: shown`The endpoint cannot be reached: ${end.problem}`
      }
    case "Lost":
      return failed("connection-lost", shown`The connection was lost: ${end.problem}`)
  }
}
