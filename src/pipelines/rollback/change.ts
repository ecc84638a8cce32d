import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { planRollback } from "../../domain/install/planRollback.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { OpenTransaction } from "../../services/Transaction.ts"
import { inStep } from "../projection/inStep.ts"
import { planWirings, type WiringRequest } from "../wiring/plan.ts"
import { recordOf, type consentToKept } from "./consentToKept.ts"
import type { KeptGeneration } from "./judgeKept.ts"
import { keptProject } from "./keptPlans.ts"

/** A kept generation with a yes to it, where one was needed. */
export interface Agreed {
  readonly kept: KeptGeneration
  readonly entry: LedgerEntry
  readonly yes: Effect.Success<ReturnType<typeof consentToKept>>
  readonly wiring: WiringRequest
}

/** Plans the change of a begun transaction: the generation, what is edited, and what runtimes that are kept in step are given. */
export const changeOf = Effect.fn("rollback.change")(function* (
  transaction: OpenTransaction,
  { entry, kept, wiring, yes }: Agreed
) {
  const { id, scope, target } = kept
  const at = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const record = recordOf(kept, yes, { tx: transaction.tx, at })
  const wirings = yield* planWirings(scope, transaction.ledger, wiring)
  const files = wirings.planned.map((one) => one.file)
  const project = yield* keptProject(kept, entry, yes?.digest)
  const planned = planRollback(transaction, id, { entry, target, record, files, project })
  const { change, told, warnings: inHosts } = yield* inStep(transaction, planned, { scope })
  return { change, told, inHosts, project, wirings }
})
