import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DriftFacts } from "../../domain/doctor/judgeDrift.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { projectPlaces } from "../../domain/project/places.ts"
import { driftIn } from "../lock.ts"
import { lockfileIn } from "../sync/facts.ts"

/** How a project compares with its lockfile, as `lock --check` tells it; undefined in global scope, and where nothing of it was brought in yet. */
export const driftFacts = Effect.fn("doctor.drift")(function* (scope: LedgerScope, ledger: LedgerState) {
  if (scope.kind === "global" || ledger.entries.size === 0) return undefined
  const path = projectPlaces(scope.root).lockfile
  const compared = yield* Effect.result(
    Effect.flatMap(lockfileIn(scope), (lockfile) => driftIn(scope, lockfile, ledger))
  )
  return (
    Result.isSuccess(compared)
      ? { path, drift: compared.success }
      : { path, drift: [], problem: compared.failure.message }
  ) satisfies DriftFacts
})
