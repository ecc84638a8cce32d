import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { LedgerNotBroken } from "../../domain/doctor/errors.ts"
import { sha512Hex } from "../../domain/hash.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { limits } from "../../domain/limits.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import type { TransactionRequest } from "../../services/Transaction.ts"
import { carryOut } from "./carryOut.ts"
import { holdLock } from "./holdLock.ts"
import { transactionName } from "./name.ts"
import { protocol } from "./protocol.ts"
import { recoverLosing } from "./recover.ts"
import { stepServices } from "./services.ts"
import type { Step, StepServices } from "./step.ts"

/** Keeps the bytes that are about to be replaced. Named by what they are, so that a second try keeps them once. */
const keepBroken =
  (bytes: Uint8Array, path: string): Step["run"] =>
  ({ tx }) =>
    Effect.gen(function* () {
      const durable = yield* Durable
      yield* durable.replace(path, bytes, { mode: 0o600, temporary: `${path}.${tx}` })
    })

/** The bytes of a ledger that cannot be read; any other ledger is no matter of a rebuild. */
const brokenBytes = Effect.fnUntraced(function* (scope: LedgerScope) {
  const durable = yield* Durable
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const path = paths.ledger(scope)
  const read = yield* Effect.result(ledgers.read(scope))
  if (Result.isSuccess(read)) return yield* new LedgerNotBroken({ path })
  if (read.failure._tag !== "LedgerCorrupt") return yield* read.failure
  return yield* durable.read(path, { maxBytes: limits.ledgerBytes })
})

const changeOf = (ledger: LedgerState): Change => ({
  op: "repair",
  id: "",
  ledger,
  consentAdd: [],
  consentDrop: [],
  files: [],
  dirsCreated: [],
  store: [],
  retire: []
})

/**
 * Opens a rebuild under the lock. Its steps are a transaction's, so that a crash before the rename leaves the broken
 * ledger, and one after it the whole new one; the journal of the first waits for the next rebuild, like every journal
 * whose ledger cannot be read.
 */
export const openRebuild = Effect.fnUntraced(function* ({ scope, wait }: TransactionRequest) {
  const home = yield* GsdHome
  yield* home.ensure
  yield* holdLock(wait)
  const bytes = yield* brokenBytes(scope)
  yield* recoverLosing(scopeKey(scope))
  const services = stepServices(yield* Effect.context<StepServices>())
  const commit = Effect.fn("Repairs.commit")(function* (ledger: LedgerState) {
    const tx = yield* transactionName
    const kept = home.paths.keptLedger(scope, sha512Hex(bytes))
    const keep: Step = { name: "keepBroken", phase: "prepare", run: keepBroken(bytes, kept) }
    return { kept, ...(yield* carryOut([keep, ...protocol], { tx, scope, change: changeOf(ledger) })) }
  }, Effect.provide(services))
  return { commit }
})
