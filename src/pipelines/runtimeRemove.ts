import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { outcomeOf, requestFor, withdrawnFrom, type RuntimesAsked } from "./projection/asked.ts"
import { carryRuntimes } from "./projection/carry.ts"
import { ledgerNow } from "./projection/now.ts"
import { planProjections } from "./projection/plan.ts"

/** From whom to take what was given. */
export interface RuntimeRemoveRequested extends RuntimesAsked {
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/**
 * Takes everything that was projected to host runtimes out again, in one transaction; capabilities stay installed. What
 * somebody changed since stays, is told, and is theirs from then on.
 */
export const runtimeRemove = Effect.fn("runtimeRemove")(function* ({
  wait,
  ...asked
}: RuntimeRemoveRequested) {
  return yield* carryRuntimes(asked, {
    op: "unproject",
    status: "removed",
    wait,
    next: (ledger) => withdrawnFrom(ledger, asked)
  })
})

/** What `runtimeRemove` would do. */
export const runtimeRemovePlan = Effect.fn("runtimeRemove.plan")(function* (asked: RuntimesAsked) {
  const before = yield* ledgerNow(asked.scope)
  const after = yield* withdrawnFrom(before, asked)
  const planned = yield* planProjections(requestFor(asked, { before, after }))
  return outcomeOf(asked.scope, "planned", planned)
})
