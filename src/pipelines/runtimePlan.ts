import * as Effect from "effect/Effect"
import { givenTo, outcomeOf, requestFor, type RuntimesAsked } from "./projection/asked.ts"
import { ledgerNow } from "./projection/now.ts"
import { planProjections } from "./projection/plan.ts"

/** What `runtimeApply` would do; nothing is written. */
export const runtimePlan = Effect.fn("runtimePlan")(function* (asked: RuntimesAsked) {
  const before = yield* ledgerNow(asked.scope)
  const planned = yield* planProjections(requestFor(asked, { before, after: givenTo(before, asked) }))
  return outcomeOf(asked.scope, "planned", planned)
})
