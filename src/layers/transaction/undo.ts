import * as Effect from "effect/Effect"
import type { LedgerScope } from "../../domain/paths.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import { appendAudit, isAudited } from "./audit.ts"
import { withdrawRecords } from "./consent.ts"
import { namedExcept } from "./named.ts"
import { closeFolder, removeTemporaries, retire } from "./remains.ts"

/** Writes down that a begun transaction came to nothing. */
export const auditAbort = Effect.fnUntraced(function* (journal: Pick<Journal, "tx" | "op" | "scope">) {
  const begun = yield* isAudited(journal.tx, "begin")
  if (!begun || (yield* isAudited(journal.tx, "abort"))) return
  yield* appendAudit({ event: "abort", tx: journal.tx, op: journal.op, scope: journal.scope })
})

/**
 * Puts everything back as it was before the transaction; in process and by recovery, as often as needed.
 * Reverse order of the protocol. Source: transaction.md "Undo".
 */
export const undo = Effect.fn("Transaction.undo")(function* (journal: Journal, scope: LedgerScope) {
  yield* removeTemporaries(journal.tx, scope)
  // A store that cannot be read is never overwritten: its records then stay, naming bytes that no ledger names.
  yield* withdrawRecords(journal.tx, journal.consentAdd).pipe(
    Effect.catchTag("ConsentCorrupt", () => Effect.void)
  )
  const named = yield* namedExcept(undefined)
  yield* retire(journal.store.map((one) => one.contentHash).filter((contentHash) => !named.has(contentHash)))
  yield* auditAbort(journal)
  yield* closeFolder(journal.tx)
})
