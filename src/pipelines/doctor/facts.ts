import * as Effect from "effect/Effect"
import type { Facts } from "../../domain/doctor/judge.ts"
import type { RecordFacts } from "../../domain/doctor/judgeRecords.ts"
import { emptyLedger } from "../../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { driftFacts } from "./agreed.ts"
import { leftoverFacts } from "./leftovers.ts"
import { policyFacts } from "./policy.ts"
import { processFacts } from "./processes.ts"
import { projectFacts } from "./project.ts"
import { runtimeFacts } from "./runtimes.ts"
import { storeFacts } from "./store.ts"
import { wiringFacts } from "./wiring.ts"

/** What one scope's ledger says; nothing when there is none, or it cannot be read. */
const ledgerIn = (records: RecordFacts, scope: LedgerScope) => {
  const own = records.ledgers.find((one) => one.scope === scopeKey(scope))
  return own?.state === "readable" ? own.ledger : undefined
}

/** Looks at everything, by records that were read before. */
export const factsBy = Effect.fn("doctor.facts")(function* (scope: LedgerScope, records: RecordFacts) {
  const read = ledgerIn(records, scope)
  const ledger = read ?? emptyLedger
  const leftovers = yield* leftoverFacts(ledger)
  // What is half done is not as it shall be; that it waits is said already.
  const isSettled = read !== undefined && leftovers.interrupted.length === 0
  return {
    records,
    leftovers,
    store: yield* storeFacts(scopeKey(scope), records),
    wiring: yield* wiringFacts(scope, ledger),
    policy: yield* policyFacts(),
    project: yield* projectFacts(),
    drift: isSettled ? yield* driftFacts(scope, ledger) : undefined,
    runtimes: isSettled ? yield* runtimeFacts(scope, ledger) : undefined,
    processes: yield* processFacts()
  } satisfies Facts
})
