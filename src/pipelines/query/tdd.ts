import * as Effect from "effect/Effect"
import { phaseNumber } from "../../domain/planning/choosePhase.ts"
import { judgeTdd } from "../../domain/query/tddCheckpoint.ts"
import { planId } from "../../domain/review/prompt.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import type { QueryContext } from "./context.ts"
import { plansOf, type PhasePlan } from "./texts.ts"

const isTestFirst = ({ plan, valueOf }: PhasePlan): boolean =>
  valueOf("type").toLowerCase() === "tdd" ||
  valueOf("tdd").toLowerCase() === "true" ||
  plan.lines.some((line) => /^\s{0,40}<task\s[^<>]{0,400}\btdd\s?=\s?["']true["']/u.test(line))

/** Id by which commits name a plan: that of its file, else its phase and number. */
const idOf = ({ path, plan }: PhasePlan, number: string): string => {
  const id = planId(path)
  return /\d-\d/u.test(id) ? id : `${number === "" ? phaseNumber(plan.phase) : number}-${plan.number || id}`
}

/** Asks `tdd.review-checkpoint`. */
export const tddCheckpoint = Effect.fn("query.tddCheckpoint")(function* ({ phase }: QueryContext) {
  const history = yield* ProjectHistory
  const head = yield* history.head
  const plans = (yield* plansOf(phase)).filter(isTestFirst)
  const began = yield* history.began(phase.folder)
  return judgeTdd({
    plans: plans.map((plan) => ({ path: plan.path, id: idOf(plan, phase.number), isDone: plan.isDone })),
    told: yield* history.told(began?.before),
    note: head._tag === "None" ? head.reason : undefined
  })
})
