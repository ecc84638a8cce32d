import * as Effect from "effect/Effect"
import type { Facts } from "../../domain/doctor/judge.ts"
import type { RecordFacts } from "../../domain/doctor/judgeRecords.ts"
import { emptyLedger } from "../../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { leftoverFacts } from "./leftovers.ts"
import { policyFacts } from "./policy.ts"
import { processFacts } from "./processes.ts"
import { projectFacts } from "./project.ts"
import { storeFacts } from "./store.ts"
import { wiringFacts } from "./wiring.ts"

/** What one scope's ledger says; nothing when it cannot be read. */
const ledgerIn = (records: RecordFacts, scope: LedgerScope) => {
  const own = records.ledgers.find((one) => one.scope === scopeKey(scope))
  return own?.state === "readable" ? own.ledger : emptyLedger
}

/** Looks at everything, by records that were read before. */
export const factsBy = Effect.fn("doctor.facts")(function* (scope: LedgerScope, records: RecordFacts) {
  const ledger = ledgerIn(records, scope)
  return {
    records,
    leftovers: yield* leftoverFacts(ledger),
    store: yield* storeFacts(scopeKey(scope), records),
    wiring: yield* wiringFacts(scope, ledger),
    policy: yield* policyFacts(),
    project: yield* projectFacts(),
    processes: yield* processFacts()
  } satisfies Facts
})
