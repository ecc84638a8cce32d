import * as Effect from "effect/Effect"
import { withoutRecord, withRecord, type ConsentState } from "../../domain/consent/record.ts"
import type { Projected, Receipt } from "../../domain/install/receipt.ts"
import { recordedFiles } from "../../domain/ledger/runtimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { withWirings } from "../../domain/ledger/wirings.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { projectedIn, runtimesIn } from "../../domain/projection/recordedIn.ts"
import type { Change } from "../../domain/transaction/change.ts"
import type { OpenTransaction } from "../../services/Transaction.ts"
import type { StagedBundle } from "./bundle.ts"
import { checkoutNotes } from "./checkout.ts"

/** A change that keeps host runtimes in step. */
export interface InStep {
  readonly change: Change
  /** As receipts say it. */
  readonly told: Pick<Receipt, "projected">
  readonly warnings: ReadonlyArray<string>
}

/** Records as they will be once the change is committed. */
const consentAfter = ({ consent }: Pick<OpenTransaction, "consent">, change: Change): ConsentState =>
  change.consentAdd.reduce(
    (state, { record }) => withRecord(state, record),
    change.consentDrop.reduce(withoutRecord, consent)
  )

const countIn = (ledger: LedgerState, runtime: string, id: string): number =>
  recordedFiles(ledger, runtime).filter(({ capability }) => capability === id).length

/** Files that go with capabilities, for who only asks what would be done; nothing when no runtime has any. */
export const projectedNow = (ledger: LedgerState, ids: ReadonlyArray<string>): Pick<Receipt, "projected"> => {
  const counts = [...ledger.runtimes.keys()].toSorted().flatMap((runtime): ReadonlyArray<Projected> => {
    const files = ids.reduce((sum, id) => sum + countIn(ledger, runtime, id), 0)
    return files === 0 ? [] : [{ runtime, files }]
  })
  return counts.length === 0 ? {} : { projected: counts }
}

/** Files of the capability in each runtime; of one that is given nothing any more those that it had. */
const toldOf = (
  before: LedgerState,
  { id, ledger }: Pick<Change, "id" | "ledger">
): Pick<Receipt, "projected"> => {
  const counts = [...ledger.runtimes.keys()].toSorted().flatMap((runtime): ReadonlyArray<Projected> => {
    const files = countIn(ledger, runtime, id) || countIn(before, runtime, id)
    return files === 0 ? [] : [{ runtime, files }]
  })
  return counts.length === 0 ? {} : { projected: counts }
}

/** What to say of capabilities that the change is not about and that hosts are given nothing of any more. */
const lostWarnings = (
  before: LedgerState,
  { also = [], files, id, ledger }: Pick<Change, "also" | "files" | "id" | "ledger">
): ReadonlyArray<string> => {
  const wired = files.flatMap(({ row: { path, wiring } }) =>
    wiring === undefined ? [] : [{ file: path, now: wiring.now }]
  )
  const left = new Set([...projectedIn(withWirings(ledger, wired)), id, ...also])
  return projectedIn(before)
    .filter((one) => !left.has(one))
    .map((one) => `\`${one}\` is not acted on: what hosts were given of it is taken out of them`)
}

/**
 * Completes a change with what it means for the runtimes that capabilities of the scope are projected to: what is acted on
 * no more goes from every one of them in the same transaction, what is new or newer comes. Without such runtimes the
 * change is as it was, and nothing is loaded or read. What is modified by its user stays, and is told.
 */
export const inStep = Effect.fn("projection.inStep")(function* (
  transaction: Pick<OpenTransaction, "ledger" | "consent">,
  change: Change,
  about: { readonly scope: LedgerScope; readonly staged?: StagedBundle }
) {
  if (runtimesIn(transaction.ledger).length === 0) return { change, told: {}, warnings: [] } satisfies InStep
  const { planProjections } = yield* Effect.promise(() => import("./plan.ts"))
  const planned = yield* planProjections({
    ...about,
    before: transaction.ledger,
    after: change.ledger,
    consent: consentAfter(transaction, change),
    files: change.files,
    own: change.id,
    trouble: "withdraw"
  })
  const removed = [...new Set([...(change.dirsRemoved ?? []), ...planned.dirsRemoved])].toSorted()
  const next: Change = {
    ...change,
    ledger: planned.ledger,
    files: planned.files,
    dirsCreated: [...new Set([...change.dirsCreated, ...planned.dirsCreated])].toSorted(),
    ...(removed.length === 0 ? {} : { dirsRemoved: removed })
  }
  const known = new Set(change.files.map(({ row }) => row.path))
  const inCheckout = yield* checkoutNotes(
    about.scope,
    planned.files.filter(({ row }) => !known.has(row.path))
  )
  return {
    change: next,
    told: toldOf(transaction.ledger, next),
    warnings: [...lostWarnings(transaction.ledger, next), ...planned.warnings, ...inCheckout]
  } satisfies InStep
})
