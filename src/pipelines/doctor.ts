import * as Effect from "effect/Effect"
import type { Diagnosis } from "../domain/doctor/finding.ts"
import { judge } from "../domain/doctor/judge.ts"
import type { RecordFacts } from "../domain/doctor/judgeRecords.ts"
import { sameJson } from "../domain/json/canonical.ts"
import { limits } from "../domain/limits.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { factsBy } from "./doctor/facts.ts"
import { recordFacts } from "./doctor/records.ts"

/** By what it is seen that a commit came between. */
const revisionsOf = (records: RecordFacts) =>
  records.ledgers.map((one) =>
    one.state === "readable" ? [one.scope, one.ledger.rev, one.ledger.lastTx] : [one.scope]
  )

/**
 * Says what is not as it should be in H, in the settings files of a scope, and in `.gsd` of the current project.
 * Repairs nothing, not even what a list would; what cannot be looked at is a finding. Looks again when a commit came
 * between, as it leaves things half done for a moment.
 */
export const doctor = Effect.fn("doctor")(function* (scope: LedgerScope) {
  let records: RecordFacts = yield* recordFacts()
  for (let attempt = 1; ; attempt += 1) {
    const diagnosis: Diagnosis = judge(yield* factsBy(scope, records))
    if (diagnosis.healthy || attempt >= limits.readerAttempts) return diagnosis
    const now: RecordFacts = yield* recordFacts()
    if (sameJson(revisionsOf(records), revisionsOf(now))) return diagnosis
    records = now
  }
})
