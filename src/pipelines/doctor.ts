import * as Effect from "effect/Effect"
import { diagnosisOf, type Diagnosis } from "../domain/doctor/finding.ts"
import { judgeLeftovers } from "../domain/doctor/judgeLeftovers.ts"
import { judgePolicy } from "../domain/doctor/judgePolicy.ts"
import { judgeProcesses } from "../domain/doctor/judgeProcesses.ts"
import { judgeProject } from "../domain/doctor/judgeProject.ts"
import { judgeRecords, type RecordFacts } from "../domain/doctor/judgeRecords.ts"
import { judgeStore } from "../domain/doctor/judgeStore.ts"
import { judgeWiring } from "../domain/doctor/judgeWiring.ts"
import { sameJson } from "../domain/json/canonical.ts"
import { emptyLedger } from "../domain/ledger/state.ts"
import { limits } from "../domain/limits.ts"
import { scopeKey, type LedgerScope } from "../domain/paths.ts"
import { leftoverFacts } from "./doctor/leftovers.ts"
import { policyFacts } from "./doctor/policy.ts"
import { processFacts } from "./doctor/processes.ts"
import { projectFacts } from "./doctor/project.ts"
import { recordFacts } from "./doctor/records.ts"
import { storeFacts } from "./doctor/store.ts"
import { wiringFacts } from "./doctor/wiring.ts"

/** What one scope's ledger says; nothing when it cannot be read. */
const ledgerIn = (records: RecordFacts, scope: LedgerScope) => {
  const own = records.ledgers.find((one) => one.scope === scopeKey(scope))
  return own?.state === "readable" ? own.ledger : emptyLedger
}

const diagnoseBy = Effect.fnUntraced(function* (scope: LedgerScope, records: RecordFacts) {
  const ledger = ledgerIn(records, scope)
  const leftovers = yield* leftoverFacts(ledger)
  const store = yield* storeFacts(scopeKey(scope), records)
  const wiring = yield* wiringFacts(scope, ledger)
  const policy = yield* policyFacts()
  const project = yield* projectFacts()
  const processes = yield* processFacts()
  return diagnosisOf([
    ...judgeRecords(records),
    ...judgeLeftovers(leftovers),
    ...judgeStore(store),
    ...judgeWiring(wiring),
    ...judgePolicy(policy),
    ...project.flatMap(judgeProject),
    ...judgeProcesses(processes)
  ])
})

/** By what it is seen that a commit came between. */
const revisionsOf = (records: RecordFacts) =>
  records.ledgers.map((one) => (one.state === "readable" ? [one.scope, one.ledger.rev, one.ledger.lastTx] : [one.scope]))

/**
 * Says what is not as it should be in H, in the settings files of a scope, and in `.gsd` of the current project.
 * Repairs nothing, not even what a list would; what cannot be looked at is a finding. Looks again when a commit came
 * between, as it leaves things half done for a moment.
 */
export const doctor = Effect.fn("doctor")(function* (scope: LedgerScope) {
  let records: RecordFacts = yield* recordFacts()
  for (let attempt = 1; ; attempt += 1) {
    const diagnosis: Diagnosis = yield* diagnoseBy(scope, records)
    if (diagnosis.healthy || attempt >= limits.readerAttempts) return diagnosis
    const now: RecordFacts = yield* recordFacts()
    if (sameJson(revisionsOf(records), revisionsOf(now))) return diagnosis
    records = now
  }
})
