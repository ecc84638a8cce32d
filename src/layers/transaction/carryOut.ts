import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import { execute } from "./execute.ts"
import type { Step } from "./step.ts"

/** A change under the name of its transaction; its ledger's `rev` is that of the ledger it begins from. */
export interface Carried {
  readonly tx: string
  readonly scope: LedgerScope
  readonly change: Change
}

const journalOf = ({ change, scope, tx }: Carried): Journal => ({
  v: 1,
  tx,
  op: change.op,
  scope: scopeKey(scope),
  rev: change.ledger.rev,
  id: change.id,
  ...(change.also === undefined ? {} : { also: change.also }),
  files: change.files.map((file) => file.row),
  dirsCreated: change.dirsCreated,
  ...(change.dirsRemoved === undefined ? {} : { dirsRemoved: change.dirsRemoved }),
  consentAdd: change.consentAdd,
  consentDrop: change.consentDrop,
  store: change.store,
  retire: change.retire
})

/** Carries a change out by a list of steps, entirely or not at all; the lock is the caller's. */
export const carryOut = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, carried: Carried) {
  const { change, scope, tx } = carried
  const journal = journalOf(carried)
  const outcome = yield* execute(steps, {
    tx,
    scope,
    change,
    journal: yield* Ref.make(journal),
    files: yield* Ref.make(change.files),
    auditHead: yield* Ref.make("")
  })
  return { tx, rev: journal.rev + 1, ...outcome }
})
