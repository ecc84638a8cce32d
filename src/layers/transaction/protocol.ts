import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { encodeLedger } from "../../domain/ledger/codec.ts"
import { withWirings } from "../../domain/ledger/wirings.ts"
import { limits } from "../../domain/limits.ts"
import { parentOf, scopeKey, storeKey, temporaryOf } from "../../domain/paths.ts"
import { encodeJournal } from "../../domain/transaction/codec.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"
import { appendAudit, isAudited } from "./audit.ts"
import { capped } from "./capped.ts"
import { moveTree } from "./moveTree.ts"
import { addRecords, byKind, dropRecords } from "./consent.ts"
import { applyFiles, createTemporaries, syncFiles, writeBefore } from "./foreign.ts"
import { namedExcept } from "./named.ts"
import { removeEmpty } from "./directories.ts"
import { closeFolder, emptyTrash, refreshView, retire } from "./remains.ts"
import type { CleanStep, Step, StepContext } from "./step.ts"

/** The begin line says everything: a commit line that recovery writes knows the journal only. */
const eventOf = ({ change, scope, tx }: StepContext, event: "begin" | "commit" | "abort") => {
  const wire = change.ledger.entries.get(change.id)?.wire ?? []
  return {
    event,
    tx,
    op: change.op,
    scope: scopeKey(scope),
    id: change.id,
    ...(change.also === undefined ? {} : { also: change.also }),
    ...(change.version === undefined ? {} : { version: change.version }),
    ...(change.contentHash === undefined ? {} : { contentHash: change.contentHash }),
    ...(change.consentDigest === undefined ? {} : { consentDigest: change.consentDigest }),
    ...(change.source === undefined ? {} : { source: change.source }),
    ...(wire.length === 0 ? {} : { wire })
  }
}

const makeFolder: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.makeDirectory(paths.transaction(context.tx), { mode: 0o700 })
  yield* durable.syncDirectory(paths.transactions)
})

const writeJournal: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = paths.journal(context.tx)
  const journal = encodeJournal(yield* Ref.get(context.journal))
  yield* durable.create(`${path}.tmp`, yield* capped(path, journal, limits.journalBytes), { mode: 0o600 })
  yield* durable.syncDirectory(paths.transaction(context.tx))
})

const beginAudit: Step["run"] = Effect.fnUntraced(function* (context) {
  yield* Ref.set(context.auditHead, yield* appendAudit(eventOf(context, "begin")))
})

const publishJournal: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.rename(`${paths.journal(context.tx)}.tmp`, paths.journal(context.tx))
  yield* durable.syncDirectory(paths.transaction(context.tx))
})

/** Reuses a stored bundle that verifies; a broken one of the same name is set aside and replaced. */
const moveBundles: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const store = yield* Store
  const { paths } = yield* GsdHome
  for (const { contentHash, staging } of context.change.store) {
    const folder = paths.stored(contentHash)
    if (Option.isSome(yield* durable.identify(folder))) {
      if ((yield* store.verify(contentHash)).verdict === "ok") continue
      yield* moveTree(folder, `${paths.attention}/${storeKey(contentHash)}.${context.tx}`)
    }
    yield* moveTree(staging, folder)
  }
})

const syncStore: Step["run"] = Effect.fnUntraced(function* (context) {
  if (context.change.store.length === 0) return
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.syncDirectory(paths.store)
  yield* durable.syncDirectory(paths.stagings)
})

/** Consent is there before anything that needs it is wired. */
const writeGrants: Step["run"] = (context) => addRecords(context.tx, byKind(context.change.consentAdd)[1])

/** And goes only when nothing that needs it is wired any more. */
const writeRevocations: Step["run"] = (context) =>
  addRecords(context.tx, byKind(context.change.consentAdd)[0])

/** The ledger as it shall be; what stands in settings files is known only now, since they may have been planned again. */
const nextLedger = Effect.fnUntraced(function* (context: StepContext) {
  const journal = yield* Ref.get(context.journal)
  const wired = journal.files.flatMap(({ path, wiring }) =>
    wiring === undefined ? [] : [{ file: path, now: wiring.now }]
  )
  const auditHead = yield* Ref.get(context.auditHead)
  return { ...withWirings(context.change.ledger, wired), rev: journal.rev + 1, lastTx: context.tx, auditHead }
})

const writeLedger: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = paths.ledger(context.scope)
  const bytes = yield* capped(path, encodeLedger(yield* nextLedger(context)), limits.ledgerBytes)
  yield* durable.create(temporaryOf(path, context.tx), bytes, { mode: 0o600 })
})

const renameLedger: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = paths.ledger(context.scope)
  yield* durable.rename(temporaryOf(path, context.tx), path)
})

const syncLedger: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.syncDirectory(parentOf(paths.ledger(context.scope)))
})

const commitAudit: CleanStep["run"] = Effect.fnUntraced(function* (context) {
  if (!(yield* isAudited(context.tx, "commit"))) yield* appendAudit(eventOf(context, "commit"))
})

const dropConsent: CleanStep["run"] = Effect.fnUntraced(function* (context) {
  yield* dropRecords(context.tx, (yield* Ref.get(context.journal)).consentDrop)
})

const retireBundles: CleanStep["run"] = Effect.fnUntraced(function* (context) {
  const journal = yield* Ref.get(context.journal)
  if (journal.retire.length === 0) return
  const named = yield* namedExcept(undefined)
  yield* retire(journal.retire.filter((contentHash) => !named.has(contentHash)))
})

const removeDirectories: CleanStep["run"] = Effect.fnUntraced(function* (context) {
  const { dirsRemoved } = yield* Ref.get(context.journal)
  yield* removeEmpty(dirsRemoved ?? [])
})

/** A repair and a garbage collection are about no single capability, so all are shown again. */
const showView: CleanStep["run"] = Effect.fnUntraced(function* (context) {
  if (context.scope.kind !== "global") return
  const { change, tx } = context
  const ids =
    change.op === "repair" || change.op === "gc"
      ? (yield* (yield* Ledger).read(context.scope)).entries.keys()
      : [change.id, ...(change.also ?? [])]
  for (const id of ids) yield* refreshView(id, tx)
})

/** Steps that follow a durable commit; recovery runs the same ones. A failure leaves the journal for the next command. */
export const cleanSteps: ReadonlyArray<CleanStep> = [
  { name: "commitAudit", phase: "clean", run: commitAudit },
  { name: "dropConsent", phase: "clean", run: dropConsent },
  { name: "retireBundles", phase: "clean", run: retireBundles },
  { name: "removeDirectories", phase: "clean", run: removeDirectories },
  { name: "showView", phase: "clean", run: showView },
  { name: "closeFolder", phase: "clean", run: (context) => closeFolder(context.tx) },
  { name: "emptyTrash", phase: "clean", run: () => emptyTrash }
]

/** The steps of transaction.md in their order; `renameLedger` is the commit. */
export const protocol: ReadonlyArray<Step> = [
  { name: "makeFolder", phase: "prepare", run: makeFolder },
  { name: "writeBefore", phase: "prepare", run: writeBefore },
  { name: "writeJournal", phase: "prepare", run: writeJournal },
  { name: "beginAudit", phase: "prepare", run: beginAudit },
  { name: "publishJournal", phase: "undoable", run: publishJournal },
  { name: "createTemporaries", phase: "undoable", run: createTemporaries },
  { name: "moveBundles", phase: "undoable", run: moveBundles },
  { name: "syncStore", phase: "undoable", run: syncStore },
  { name: "writeGrants", phase: "undoable", run: writeGrants },
  { name: "applyFiles", phase: "undoable", run: applyFiles },
  { name: "syncFiles", phase: "undoable", run: syncFiles },
  { name: "writeRevocations", phase: "undoable", run: writeRevocations },
  { name: "writeLedger", phase: "undoable", run: writeLedger },
  { name: "renameLedger", phase: "commit", run: renameLedger },
  { name: "syncLedger", phase: "confirm", run: syncLedger },
  ...cleanSteps
]
