import * as Effect from "effect/Effect"
import type { LedgerScope } from "../../domain/paths.ts"
import type { ConsentAddition, Journal } from "../../domain/transaction/journal.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { appendAudit, isAudited } from "./audit.ts"
import { byKind, withdrawRecords } from "./consent.ts"
import { unfinishedOf } from "./moveTree.ts"
import { namedExcept } from "./named.ts"
import { undoFiles } from "./undoFiles.ts"
import { closeFolder, removeTemporaries, retire } from "./remains.ts"

/** Writes down that a begun transaction came to nothing. */
export const auditAbort = Effect.fnUntraced(function* (journal: Pick<Journal, "tx" | "op" | "scope">) {
  const begun = yield* isAudited(journal.tx, "begin")
  if (!begun || (yield* isAudited(journal.tx, "abort"))) return
  yield* appendAudit({ event: "abort", tx: journal.tx, op: journal.op, scope: journal.scope })
})

/** A store that cannot be read is never overwritten: its records then stay, naming bytes that no ledger names. */
const withdraw = (tx: string, additions: ReadonlyArray<ConsentAddition>) =>
  withdrawRecords(tx, additions).pipe(Effect.catchTag("ConsentCorrupt", () => Effect.void))

/**
 * Puts everything back as it was before the transaction; in process and by recovery, as often as needed.
 * Reverse order of the protocol. Source: transaction.md "Undo".
 */
export const undo = Effect.fn("Transaction.undo")(function* (journal: Journal, scope: LedgerScope) {
  yield* removeTemporaries(journal.tx, scope)
  const [revocations, grants] = byKind(journal.consentAdd)
  // Nothing that is wired may be without consent in between: a revoked record comes back before its wiring does,
  // and a granted one goes after its wiring went.
  yield* withdraw(journal.tx, revocations)
  yield* undoFiles(journal)
  yield* withdraw(journal.tx, grants)
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  for (const { contentHash } of journal.store)
    yield* durable.removeTree(unfinishedOf(paths.stored(contentHash)))
  const named = yield* namedExcept(undefined)
  yield* retire(journal.store.map((one) => one.contentHash).filter((contentHash) => !named.has(contentHash)))
  yield* auditAbort(journal)
  yield* closeFolder(journal.tx)
})
