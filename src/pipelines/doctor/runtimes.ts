import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { RuntimeFacts } from "../../domain/doctor/judgeRuntimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { statusIn } from "../runtimeStatus.ts"

const nothing: RuntimeFacts = { reports: [] }

/** How what applied runtimes were given stands, as `runtime status` tells it. */
export const runtimeFacts = Effect.fn("doctor.runtimes")(function* (scope: LedgerScope, ledger: LedgerState) {
  const ids = [...ledger.runtimes].flatMap(([id, { withdrawn }]) => (withdrawn === true ? [] : [id]))
  if (ids.length === 0) return nothing
  const reports = yield* Effect.result(statusIn(ledger, { ids, scope }))
  return (
    Result.isSuccess(reports)
      ? { reports: reports.success }
      : { reports: [], problem: reports.failure.message }
  ) satisfies RuntimeFacts
})
