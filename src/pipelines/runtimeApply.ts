import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { givenTo, type RuntimesAsked } from "./projection/asked.ts"
import { carryRuntimes } from "./projection/carry.ts"

/** Whom to give what. */
export interface RuntimeApplyRequested extends RuntimesAsked {
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/**
 * Projects what is active in a scope to host runtimes, in one transaction, and keeps them in step from then on: every
 * install, update, rollback, switch and removal there reaches them in its own transaction. What somebody changed or put
 * there stays, and is told.
 */
export const runtimeApply = Effect.fn("runtimeApply")(function* ({ wait, ...asked }: RuntimeApplyRequested) {
  return yield* carryRuntimes(asked, {
    op: "project",
    status: "applied",
    wait,
    next: (ledger) => Effect.succeed(givenTo(ledger, asked))
  })
})
