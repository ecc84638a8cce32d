import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { sha512Integrity } from "../../src/domain/hash.ts"
import { planInstall } from "../../src/domain/install/planInstall.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { ConsentStore } from "../../src/services/ConsentStore.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import type { Store } from "../../src/services/Store.ts"
import { Transaction, type OpenTransaction } from "../../src/services/Transaction.ts"
import type { World } from "./home.ts"
import { generationOf, recordOf } from "./records.ts"
import { stageFiles } from "./store.ts"

/** What a transaction's suite needs: a transaction and everything it changes. */
export type TransactionWorld = Transaction | Ledger | ConsentStore | Store | World

/** Registers one behaviour. */
export type ProveTransaction = (
  behaviour: string,
  test: Effect.Effect<void, unknown, TransactionWorld>
) => void

/** Begins in global scope, as patiently as a person. */
export const request = { scope: globalScope, wait: Duration.seconds(30) }

/** Reads everything that a transaction decides. */
export const stateNow = Effect.gen(function* () {
  const ledger = yield* Effect.flatMap(Ledger, (ledgers) => ledgers.read(globalScope))
  const consent = yield* Effect.flatMap(ConsentStore, (consents) => consents.read)
  return { ledger, consent }
})

/** Digest under which `installing` records content. */
export const digestOf = (content: string) => sha512Integrity(`digest of ${content}`)

/** The change that installs some content under an id, staged in the scope. */
export const installing = Effect.fnUntraced(function* (
  transaction: OpenTransaction,
  wanted: { readonly id?: string; readonly content: string; readonly keep?: number }
) {
  const { contentHash, staging } = yield* stageFiles({ "capability.json": wanted.content })
  const id = wanted.id ?? "hk-cap"
  const digest = digestOf(wanted.content)
  return planInstall(transaction, {
    op: "install",
    id,
    generation: generationOf({
      contentHash,
      consentDigest: digest,
      tx: transaction.tx,
      version: wanted.content
    }),
    record: recordOf({ id, digest, contentHash, tx: transaction.tx }),
    staging: staging.folder,
    wire: [],
    files: [],
    keep: wanted.keep ?? 3
  })
})

/** Installs some content in a transaction of its own. */
export const installed = Effect.fnUntraced(function* (wanted: Parameters<typeof installing>[1]) {
  const transactions = yield* Transaction
  const transaction = yield* transactions.begin(request)
  return yield* transaction.commit(yield* installing(transaction, wanted))
}, Effect.scoped)
