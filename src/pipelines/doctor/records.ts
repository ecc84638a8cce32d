import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LedgerFacts, RecordFacts } from "../../domain/doctor/judgeRecords.ts"
import { globalScope, scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"

const ledgerFacts = Effect.fnUntraced(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const read = yield* Effect.result(ledgers.read(scope))
  const about = { scope: scopeKey(scope), path: paths.ledger(scope) }
  if (Result.isSuccess(read))
    return { ...about, state: "readable", ledger: read.success } satisfies LedgerFacts
  const { failure } = read
  const [state, problem] =
    failure._tag === "LedgerTooNew"
      ? (["newer", `its version is ${failure.version}`] as const)
      : (["unreadable", failure._tag === "LedgerCorrupt" ? failure.problem : failure.message] as const)
  return { ...about, state, problem } satisfies LedgerFacts
})

/** Reads every ledger and the consent store; what cannot be read is a fact. */
export const recordFacts = Effect.fn("doctor.records")(function* () {
  const ledgers = yield* Ledger
  const consents = yield* ConsentStore
  const { paths } = yield* GsdHome
  const projects = (yield* ledgers.projects).map((key): LedgerScope => ({ kind: "project", key, root: "" }))
  const consent = yield* Effect.result(consents.read)
  return {
    ledgers: yield* Effect.forEach([globalScope, ...projects], ledgerFacts),
    consent: Result.match(consent, {
      onSuccess: (state) => ({ records: [...state.values()] }),
      onFailure: (failure) => ({
        path: failure._tag === "ConsentCorrupt" ? failure.path : paths.consent,
        problem: failure._tag === "ConsentCorrupt" ? failure.problem : failure.message
      })
    })
  } satisfies RecordFacts
})
