import type { ActiveGate } from "./hook.ts"
import type { HookOutcome } from "./outcome.ts"

/** What came of asking a gate's check. */
export type GateAnswer =
  /** It was asked; `block` says that its condition is not met. */
  | {
      readonly _tag: "Answered"
      readonly block: boolean
      readonly message: string
      readonly details?: unknown
    }
  /** It could not be asked. */
  | { readonly _tag: "Unasked"; readonly problem: string }
  /** An agent judges it; `recorded` is what the agent wrote down, undefined while it has not. */
  | {
      readonly _tag: "Verdict"
      readonly recorded?: { readonly outcome: HookOutcome; readonly message: string }
    }

/** The condition is met, or is not. */
export const answered = (block: boolean, message: string, details?: unknown): GateAnswer => ({
  _tag: "Answered",
  block,
  message,
  ...(details === undefined ? {} : { details })
})

/** The check could not be asked. */
export const unasked = (problem: string): GateAnswer => ({ _tag: "Unasked", problem })

/** What becomes of a hook, and of those after it. */
export interface Ruling {
  readonly outcome: HookOutcome
  readonly message?: string
  readonly details?: unknown
  /** The loop must not go on. Only a blocking gate says so. */
  readonly holds: boolean
  /** Nothing but blocking gates comes after it at this point. */
  readonly ends: boolean
}

const free = { holds: false, ends: false } as const

/** Outcomes that let what comes after go on, whatever it is. */
export const freely = (outcome: HookOutcome, message?: string): Ruling => ({
  outcome,
  ...(message === undefined || message === "" ? {} : { message }),
  ...free
})

type Ruled = Pick<ActiveGate, "blocking" | "onError">

const ruleUnasked = ({ blocking, onError }: Ruled, problem: string): Ruling => {
  if (onError === "skip") return freely("skipped", `Its check could not be asked, which it skips: ${problem}`)
  return {
    outcome: "failed",
    message: `Its check could not be asked: ${problem}`,
    holds: blocking,
    ends: !blocking
  }
}

const judgeIt = "An agent judges it, and writes its verdict down with `gsd loop record`"

/**
 * What a gate's answer means. A condition that is not met holds the loop when the gate blocks. A check that could not be
 * asked is left out with `onError: "skip"`; with `"halt"` it holds the loop when the gate blocks, and ends the point's
 * remaining hooks when it does not. A verdict of an agent never does either. Source: seed 000, gates.
 */
export const ruleOnGate = (gate: Ruled, answer: GateAnswer): Ruling => {
  switch (answer._tag) {
    case "Answered":
      return {
        outcome: answer.block ? "blocked" : "passed",
        ...(answer.message === "" ? {} : { message: answer.message }),
        ...(answer.details === undefined ? {} : { details: answer.details }),
        holds: answer.block && gate.blocking,
        ends: false
      }
    case "Unasked":
      return ruleUnasked(gate, answer.problem)
    case "Verdict":
      return answer.recorded === undefined
        ? freely("handed", judgeIt)
        : freely(answer.recorded.outcome, answer.recorded.message)
  }
}

/** What a step's end means: a failure with `onError: "halt"` ends the point's remaining hooks. */
export const ruleOnStep = (
  { onError }: { readonly onError?: "skip" | "halt" | undefined },
  outcome: HookOutcome,
  message?: string
): Ruling => ({ ...freely(outcome, message), ends: outcome === "failed" && onError === "halt" })
