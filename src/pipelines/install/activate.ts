import * as Effect from "effect/Effect"
import type { Receipt } from "../../domain/install/receipt.ts"
import { changedSince } from "../../domain/install/yes.ts"
import { scopeKey } from "../../domain/paths.ts"
import type { ProjectPlan } from "../../domain/project/edits.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import { Progress } from "../../services/Progress.ts"
import { Transaction, type Committed } from "../../services/Transaction.ts"
import { putInto, wiredList, type WiringPlan } from "../wiring/plan.ts"
import { checkoutWarnings } from "../project/vendor.ts"
import { changeOf } from "./change.ts"
import { notesOf } from "./judge.ts"
import type { Consented } from "./stages.ts"

interface Done {
  readonly generation: number
  readonly committed: Committed
  readonly wirings: WiringPlan
  readonly project: ProjectPlan
  readonly told: Pick<Receipt, "projected">
  readonly warnings: ReadonlyArray<string>
}

const receiptOf = (
  consented: Consented,
  { generation, committed, wirings, project, told, warnings }: Done
): Receipt => {
  const previousVersion = consented.disclosure.baseline?.entry.version
  return {
    status: consented.status === "unchanged" ? "installed" : consented.status,
    id: consented.disclosure.id,
    version: consented.disclosure.version,
    ...(previousVersion === undefined ? {} : { previousVersion }),
    scope: consented.scope.kind,
    contentHash: consented.contentHash,
    generation,
    wired: wiredList(wirings, true),
    ...told,
    warnings: [
      ...notesOf(consented),
      ...consented.notes,
      ...wirings.warnings,
      ...project.warnings,
      ...warnings,
      ...committed.warnings
    ]
  }
}

/** Re-checks under the lock, plans, and commits. */
export const activate = Effect.fn("install.activate")(function* (consented: Consented) {
  yield* Effect.map(Progress, ({ step }) => step("commit"))
  const transactions = yield* Transaction
  const { baseline, digest, id } = consented.disclosure
  const tx = consented.staging.tx
  const transaction = yield* transactions.begin({ scope: consented.scope, wait: consented.wait, tx })
  const key = { scope: scopeKey(consented.scope), id, digest }
  const what = changedSince({ baseline, key, yes: consented.yes }, transaction)
  if (what !== undefined) return yield* new StateChanged({ id, what })
  const { change, inHosts, project, told, wirings } = yield* changeOf(consented, transaction)
  // Commit point: inside, the ledger's rename; before it everything is undone, after it nothing.
  const committed = yield* transaction.commit(change)
  const generation = change.ledger.entries.get(id)?.generation ?? 1
  const inCheckout = yield* checkoutWarnings(consented.scope, project, putInto(wirings))
  const warnings = [...inHosts, ...inCheckout]
  return receiptOf(consented, { generation, committed, wirings, project, told, warnings })
}, Effect.scoped)
