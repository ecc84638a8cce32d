import * as Effect from "effect/Effect"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { runtimesIn } from "../domain/projection/recordedIn.ts"
import { requestFor, withdrawnFrom } from "./projection/asked.ts"
import { ledgerNow } from "./projection/now.ts"
import { planProjections } from "./projection/plan.ts"

/** Runtimes whose state is asked for; without ids, every one that something is, or still stands, projected to in the scope. */
export interface RuntimeStatusRequested {
  readonly ids: ReadonlyArray<string>
  readonly scope: LedgerScope
}

/** How what was projected stands by a ledger that was read; recovers nothing. */
export const statusIn = Effect.fn("runtimeStatus.in")(function* (
  ledger: LedgerState,
  asked: RuntimeStatusRequested
) {
  return (yield* planProjections(requestFor(asked, { before: ledger, after: ledger }))).reports
})

/** How what was projected stands, compared with what shall stand: the disk is looked at each time. */
export const runtimeStatus = Effect.fn("runtimeStatus")(function* ({ ids, scope }: RuntimeStatusRequested) {
  const ledger = yield* ledgerNow(scope)
  const asked = { scope, ids: ids.length === 0 ? runtimesIn(ledger) : ids }
  if (asked.ids.length === 0) return []
  yield* withdrawnFrom(ledger, asked)
  return yield* statusIn(ledger, asked)
})
