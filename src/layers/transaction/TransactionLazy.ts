import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transaction, type RecoveryReport, type TransactionRequest } from "../../services/Transaction.ts"
import { pendingTransactions } from "./pending.ts"
import { transactionServices, type TransactionServices } from "./services.ts"

/** Transactions that load their protocol when there is something to recover or to do, for commands that only read. */
export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const services = transactionServices(yield* Effect.context<TransactionServices>())
    const real = Effect.gen(function* () {
      const file = yield* Effect.promise(() => import("./TransactionFile.ts"))
      return yield* Transaction.pipe(Effect.provide(file.layer))
    }).pipe(Effect.provide(services))
    return Transaction.of({
      begin: (request: TransactionRequest) =>
        Effect.flatMap(real, (transaction) => transaction.begin(request)),
      recover: Effect.gen(function* () {
        const pending = yield* Effect.orElseSucceed(pendingTransactions, () => ["unknown"])
        if (pending.length === 0) return "clean" satisfies RecoveryReport
        return yield* (yield* real).recover
      }).pipe(Effect.provide(services))
    })
  })
)
