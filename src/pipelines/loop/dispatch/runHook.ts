import * as Effect from "effect/Effect"
import { freely, ruleOnGate, ruleOnStep, type GateAnswer, type Ruling } from "../../../domain/loop/gate.ts"
import type { ActiveContribution, ActiveGate, ActiveHook, ActiveStep } from "../../../domain/loop/hook.ts"
import { takenUp } from "../../../domain/loop/recorded.ts"
import { askPredicate } from "./askPredicate.ts"
import { askQuery } from "./askQuery.ts"
import type { Here } from "./here.ts"
import { runCommandStep } from "./runCommandStep.ts"

const verdictOf = (gate: ActiveGate, here: Here): GateAnswer => {
  const record = takenUp(here.records, gate.hook, here)
  return record === undefined
    ? { _tag: "Verdict" }
    : { _tag: "Verdict", recorded: { outcome: record.outcome, message: record.message ?? "" } }
}

const askGate = Effect.fnUntraced(function* (gate: ActiveGate, here: Here) {
  const { check } = gate
  if ("agentVerdict" in check) return verdictOf(gate, here)
  return yield* "query" in check ? askQuery(check.query, here) : askPredicate(check.predicate, here)
})

const workFor = (step: ActiveStep | ActiveContribution): string => {
  if (step.kind === "contribution") return `Its text goes to the ${step.into}`
  if ("skill" in step.ref) return `An agent does it with the skill \`${step.ref.skill}\``
  return "agent" in step.ref ? `The agent \`${step.ref.agent}\` does it` : ""
}

/** What an agent has written down counts; else a command is run, and everything else is an agent's to do. */
const runStep = Effect.fnUntraced(function* (step: ActiveStep | ActiveContribution, here: Here) {
  const record = takenUp(here.records, step.hook, here)
  if (record !== undefined) return ruleOnStep(step, record.outcome, record.message)
  return step.kind === "step" && "command" in step.ref
    ? yield* runCommandStep(step, step.ref.command, here)
    : freely("handed", workFor(step))
})

/** Runs, hands over or asks one hook. Its own failures are outcomes. */
export const runHook = Effect.fn("loop.runHook")(function* (hook: ActiveHook, here: Here) {
  const ruling: Ruling =
    hook.kind === "gate" ? ruleOnGate(hook, yield* askGate(hook, here)) : yield* runStep(hook, here)
  return ruling
})
