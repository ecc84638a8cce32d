import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import { emptyLedger } from "../../domain/ledger/state.ts"
import { globalScope, parentOf, type LedgerScope } from "../../domain/paths.ts"
import { decodeJournal } from "../../domain/transaction/codec.ts"
import { RecoveryBlocked } from "../../domain/transaction/errors.ts"
import type { PlannedFile } from "../../domain/transaction/change.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import { decideRecovery } from "../../domain/transaction/recovery.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { isNoFile, whenMissing } from "../disk/missing.ts"
import { isAudited } from "./audit.ts"
import { pendingTransactions } from "./pending.ts"
import { cleanSteps } from "./protocol.ts"
import { closeFolder, removeTemporaries } from "./remains.ts"
import type { CleanStep, StepContext } from "./step.ts"
import { auditAbort, undo } from "./undo.ts"
import { removeTemporary } from "./undoFiles.ts"

/** What stands where a journal should. */
export type JournalFound =
  | { readonly state: "absent" }
  | { readonly state: "unreadable" }
  | { readonly state: "present"; readonly journal: Journal }

/** The scope whose ledger a journal is about. */
export const scopeOf = (journal: Journal): LedgerScope =>
  journal.scope === "global" ? globalScope : { kind: "project", key: journal.scope, root: "" }

/** The journal of a transaction as it is found. */
export const readJournal = Effect.fnUntraced(function* (tx: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* whenMissing(
    durable.read(paths.journal(tx), { maxBytes: limits.journalBytes }),
    undefined
  ).pipe(
    Effect.catchTag("FileTooLarge", () => Effect.succeed("strange" as const)),
    Effect.catchIf(isNoFile, () => Effect.succeed("strange" as const))
  )
  // No crash of ours leaves anything but a file there, nor that many bytes.
  if (bytes === "strange") return { state: "unreadable" } satisfies JournalFound
  if (bytes === undefined) return { state: "absent" } satisfies JournalFound
  const decoded = decodeJournal(bytes)
  return Result.isSuccess(decoded) && decoded.success.tx === tx
    ? ({ state: "present", journal: decoded.success } satisfies JournalFound)
    : ({ state: "unreadable" } satisfies JournalFound)
})

/** Goes on where a committed transaction stopped: makes the commit durable first, then cleans up. */
const finish = Effect.fnUntraced(function* (journal: Journal, steps: ReadonlyArray<CleanStep> = cleanSteps) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const scope = scopeOf(journal)
  yield* durable.syncDirectory(parentOf(paths.ledger(scope)))
  yield* removeTemporaries(journal.tx, scope)
  yield* Effect.forEach(journal.files, (row) => removeTemporary(journal, row), { discard: true })
  const context: StepContext = {
    tx: journal.tx,
    scope,
    journal: yield* Ref.make(journal),
    files: yield* Ref.make<ReadonlyArray<PlannedFile>>([]),
    change: { ...journal, ledger: emptyLedger, store: [], files: [] },
    auditHead: yield* Ref.make("")
  }
  yield* Effect.forEach(steps, (step) => step.run(context), { discard: true })
})

const setAside = Effect.fnUntraced(function* (tx: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.rename(paths.transaction(tx), `${paths.attention}/tx-${tx}`)
  yield* durable.syncDirectory(paths.attention)
  yield* durable.syncDirectory(paths.transactions)
})

/** Views are made from a ledger, which there is none of now; whoever writes one makes them. */
const stepsWithoutLedger = cleanSteps.filter((step) => step.name !== "showView")

/** Without a ledger the audit log alone proves a commit; where it does not, nothing was committed. */
const closeWithoutLedger = Effect.fnUntraced(function* (journal: Journal) {
  if (yield* isAudited(journal.tx, "commit")) return yield* finish(journal, stepsWithoutLedger)
  return yield* undo(journal, scopeOf(journal))
})

const recoverOne = Effect.fnUntraced(function* (tx: string, lost: string | undefined) {
  const ledger = yield* Ledger
  const { paths } = yield* GsdHome
  const found: JournalFound = yield* readJournal(tx)
  const journal = found.state === "present" ? found.journal : undefined
  const state = journal === undefined ? Option.none() : yield* Effect.option(ledger.read(scopeOf(journal)))
  const decision = decideRecovery({
    journal: found.state,
    ledger: journal === undefined ? "unknown" : Option.isSome(state) ? "readable" : "unreadable",
    committed: Option.isSome(state) && state.value.lastTx === tx
  })
  if (decision === "set-aside") return yield* setAside(tx)
  if (journal === undefined) {
    yield* auditAbort({ tx, op: "install", scope: "global" })
    return yield* closeFolder(tx)
  }
  if (decision === "finish") return yield* finish(journal)
  if (decision === "undo") return yield* undo(journal, scopeOf(journal))
  if (journal.scope === lost) return yield* closeWithoutLedger(journal)
  return yield* new RecoveryBlocked({
    ledger: paths.ledger(scopeOf(journal)),
    transaction: paths.transaction(tx)
  })
})

/**
 * Recovers every interrupted transaction; the caller holds the lock. Tells how many there were. Those of the scope
 * `lost`, whose ledger cannot be read, are finished where the audit log proves their commit, and undone else.
 */
export const recoverLosing = Effect.fn("Transaction.recoverAll")(function* (lost: string | undefined) {
  const pending = yield* pendingTransactions
  yield* Effect.forEach(pending, (tx) => recoverOne(tx, lost), { discard: true })
  return pending.length
})

/** Recovers every interrupted transaction by the recorded state. */
export const recoverAll = recoverLosing(undefined)
