import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Lock } from "../../services/Lock.ts"
import { Store } from "../../services/Store.ts"
import { Transaction, type RecoveryReport, type TransactionRequest } from "../../services/Transaction.ts"
import { execute } from "./execute.ts"
import { holdLock } from "./holdLock.ts"
import { transactionName } from "./name.ts"
import { namedExcept } from "./named.ts"
import { protocol } from "./protocol.ts"
import { pendingTransactions } from "./pending.ts"
import { recoverAll } from "./recover.ts"
import type { Step, StepServices } from "./step.ts"

const stepServices = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store)
const pick = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store, Lock, Environment)

/** The journal of a change, before anything of it is on disk. */
export const journalOf = (tx: string, scope: LedgerScope, change: Change): Journal => ({
  v: 1,
  tx,
  op: change.op,
  scope: scopeKey(scope),
  rev: change.ledger.rev,
  id: change.id,
  files: change.files.map((file) => file.row),
  dirsCreated: change.dirsCreated,
  ...(change.dirsRemoved === undefined ? {} : { dirsRemoved: change.dirsRemoved }),
  consentAdd: change.consentAdd,
  consentDrop: change.consentDrop,
  store: change.store,
  retire: change.retire
})

const open = Effect.fnUntraced(function* (request: TransactionRequest, steps: ReadonlyArray<Step>) {
  const services = stepServices(yield* Effect.context<StepServices>())
  const ledgers = yield* Ledger
  const consents = yield* ConsentStore
  yield* recoverAll
  const ledger = yield* ledgers.read(request.scope)
  const consent = yield* consents.read
  const namedElsewhere = yield* namedExcept(request.scope)
  const tx = request.tx ?? (yield* transactionName)
  const commit = Effect.fn("Transaction.commit")(function* (change: Change) {
    const journal = journalOf(tx, request.scope, { ...change, ledger: { ...change.ledger, rev: ledger.rev } })
    const context = {
      tx,
      scope: request.scope,
      change,
      journal: yield* Ref.make(journal),
      files: yield* Ref.make(change.files),
      auditHead: yield* Ref.make("")
    }
    const outcome = yield* execute(steps, context)
    return { tx, rev: journal.rev + 1, ...outcome }
  }, Effect.provide(services))
  return { tx, scope: scopeKey(request.scope), ledger, consent, namedElsewhere, commit }
})

const recoverIfFree = Effect.gen(function* () {
  if ((yield* pendingTransactions).length === 0) return "clean" satisfies RecoveryReport
  yield* holdLock(Duration.zero)
  return (yield* recoverAll) === 0 ? "clean" : "recovered"
}).pipe(
  Effect.scoped,
  Effect.map((report): RecoveryReport => report),
  Effect.catch(() => Effect.succeed<RecoveryReport>("pending")),
  Effect.withSpan("Transaction.recover")
)

/** Transactions that run a given list of steps; only tests give another than the protocol's. */
export const layerWith = (steps: ReadonlyArray<Step>) =>
  Layer.effect(
    Transaction,
    Effect.gen(function* () {
      // Only these: the context of the layer also holds its scope, and a lock in that would outlive its transaction.
      const services = pick(yield* Effect.context<StepServices | Lock | Environment>())
      const home = yield* GsdHome
      const begin = Effect.fn("Transaction.begin")(function* (request: TransactionRequest) {
        yield* home.ensure
        if (request.scope.kind === "project") yield* home.ensureProject(request.scope)
        yield* holdLock(request.wait)
        return yield* open(request, steps)
      }, Effect.provide(services))
      return Transaction.of({ begin, recover: recoverIfFree.pipe(Effect.provide(services)) })
    })
  )

/** Transactions by transaction.md's steps on the disk. */
export const layer = layerWith(protocol)
