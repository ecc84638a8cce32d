import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { globalScope, nameOf, parentOf, storeKey, temporaryOf, type LedgerScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { unless, whenMissing } from "../disk/missing.ts"
import { moveTree } from "./moveTree.ts"
import { transactionName } from "./name.ts"

/** Lets a missing file be nothing to remove. */
export const unlinkIfThere = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  yield* unless(durable.unlink(path), "missing")
})

/** Deletes the temporaries that a transaction may have left in H, durably: a later crash must not bring them back. */
export const removeTemporaries = Effect.fnUntraced(function* (tx: string, scope: LedgerScope) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* unlinkIfThere(temporaryOf(paths.consent, tx))
  yield* unlinkIfThere(temporaryOf(paths.consentBeside, tx))
  yield* unlinkIfThere(temporaryOf(paths.ledger(scope), tx))
  yield* durable.syncDirectory(paths.root)
  // The person may have deleted a project's records since.
  if (scope.kind === "project")
    yield* whenMissing(durable.syncDirectory(parentOf(paths.ledger(scope))), undefined)
})

/**
 * Moves stored bundles to trash, where commands that began before can still read them for an hour. Both directories
 * are fsynced even when nothing was there to move: the fsync of an earlier try may have failed.
 */
export const retire = Effect.fnUntraced(function* (
  contentHashes: ReadonlyArray<string>
): Effect.fn.Return<void, DiskFailure, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  if (contentHashes.length === 0) return
  for (const contentHash of contentHashes) {
    const folder = paths.stored(contentHash)
    if (Option.isNone(yield* durable.identify(folder))) continue
    const now = yield* Clock.currentTimeMillis
    // A name of its own: after a crash the same bundle may stand in the store and in trash.
    const name = `${storeKey(contentHash)}.${yield* transactionName}.${now}`
    yield* moveTree(folder, `${paths.trash}/${name}`)
    yield* unlinkIfThere(paths.seal(contentHash))
  }
  yield* durable.syncDirectory(paths.store)
  yield* durable.syncDirectory(paths.trash)
})

/** Paths of what has been in trash for longer than an hour, ascending. */
export const oldTrash = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const now = yield* Clock.currentTimeMillis
  return (yield* durable.entries(paths.trash)).flatMap(({ name }) => {
    const dropped = Number(name.slice(name.lastIndexOf(".") + 1))
    return now - dropped > limits.trashMillis ? [`${paths.trash}/${name}`] : []
  })
})

/** Deletes what has been in trash for longer than an hour. */
export const emptyTrash = Effect.gen(function* () {
  const durable = yield* Durable
  for (const path of yield* oldTrash) yield* durable.removeTree(path)
})

/** Makes the view of an id point at its active global bundle, or go when there is none. */
export const refreshView = Effect.fnUntraced(function* (id: string, tx: string) {
  const durable = yield* Durable
  const ledger = yield* Ledger
  const { paths } = yield* GsdHome
  const view = paths.view(id)
  const entry = (yield* ledger.read(globalScope)).entries.get(id)
  const temporary = temporaryOf(view, tx)
  yield* unlinkIfThere(temporary)
  const stands = yield* durable.identify(view)
  // Something of somebody's stands there: it is left, and must not fail every command that comes after.
  if (Option.isSome(stands) && stands.value.kind !== "link") return
  if (entry === undefined) yield* unlinkIfThere(view)
  else {
    yield* durable.link(`../store/${nameOf(paths.stored(entry.contentHash))}/bundle`, temporary)
    yield* durable.rename(temporary, view)
  }
  yield* durable.syncDirectory(paths.views)
})

/** Forgets a transaction: the journal first and durably, then its folder. */
export const closeFolder = Effect.fnUntraced(function* (tx: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  if (Option.isSome(yield* durable.identify(paths.transaction(tx)))) {
    yield* unlinkIfThere(paths.journal(tx))
    // Also when the journal is gone already: the fsync after its unlink may be what was interrupted.
    yield* durable.syncDirectory(paths.transaction(tx))
    yield* durable.removeTree(paths.transaction(tx))
  }
  yield* durable.syncDirectory(paths.transactions)
})
