import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Lock } from "../../services/Lock.ts"
import { Store } from "../../services/Store.ts"
import { Transaction, type RecoveryReport, type TransactionRequest } from "../../services/Transaction.ts"
import { pendingTransactions } from "./pending.ts"

const pick = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store, Lock, Environment)

/** Transactions that load their protocol when there is something to recover or to do, for commands that only read. */
export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    type Needs = Durable | GsdHome | Ledger | ConsentStore | Store | Lock | Environment
    const services = pick(yield* Effect.context<Needs>())
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
