import * as Context from "effect/Context"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Lock } from "../../services/Lock.ts"
import { Store } from "../../services/Store.ts"

/** What a transaction works with beside its steps' services: the lock, and who holds it. */
export type TransactionServices = Durable | GsdHome | Ledger | ConsentStore | Store | Lock | Environment

/** Only these of a layer's context: it also holds the layer's scope, and a lock in that would outlive its transaction. */
export const transactionServices = Context.pick(
  Durable,
  GsdHome,
  Ledger,
  ConsentStore,
  Store,
  Lock,
  Environment
)

/** Only what the steps of a transaction work with. */
export const stepServices = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store)
