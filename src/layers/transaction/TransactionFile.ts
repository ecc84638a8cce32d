import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { scopeKey } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Transaction, type RecoveryReport, type TransactionRequest } from "../../services/Transaction.ts"
import { carryOut } from "./carryOut.ts"
import { holdLock } from "./holdLock.ts"
import { transactionName } from "./name.ts"
import { namedExcept } from "./named.ts"
import { protocol } from "./protocol.ts"
import { pendingTransactions } from "./pending.ts"
import { recoverAll } from "./recover.ts"
import { stepServices, transactionServices, type TransactionServices } from "./services.ts"
import type { Step, StepServices } from "./step.ts"

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
    const { rev } = ledger
    return yield* carryOut(steps, {
      tx,
      scope: request.scope,
      change: { ...change, ledger: { ...change.ledger, rev } }
    })
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
  Effect.orElseSucceed((): RecoveryReport => "pending"),
  Effect.withSpan("Transaction.recover")
)

/** Transactions that run a given list of steps; only tests give another than the protocol's. */
export const layerWith = (steps: ReadonlyArray<Step>) =>
  Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const services = transactionServices(yield* Effect.context<TransactionServices>())
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
