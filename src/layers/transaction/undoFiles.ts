import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import { globalScope, parentOf, scopeKey, temporaryOf } from "../../domain/paths.ts"
import { cutOurs } from "../../domain/settings/cutOurs.ts"
import { absent, type Journal, type JournalFile } from "../../domain/transaction/journal.ts"
import { decideUndo } from "../../domain/transaction/undo.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { isNoFile, realFolder, unless, whenMissing } from "../disk/missing.ts"
import { removeEmpty } from "./directories.ts"
import { readTarget, stateOf, writeTemporary } from "./foreign.ts"

/** What stands at a row's path: its bytes, nothing, or something that is no file any more. */
const look = (path: string) =>
  readTarget(path).pipe(
    Effect.map((bytes) => ({ isFile: true, bytes })),
    Effect.catchTag("FileTooLarge", () => Effect.succeed({ isFile: false, bytes: undefined })),
    Effect.catchIf(isNoFile, () => Effect.succeed({ isFile: false, bytes: undefined }))
  )

const replaceWith = Effect.fnUntraced(function* (
  tx: string,
  row: JournalFile,
  bytes: Uint8Array | undefined
) {
  const durable = yield* Durable
  if (bytes === undefined) return yield* unless(durable.unlink(row.path), "missing")
  yield* writeTemporary(tx, { ...row, mode: row.modeBefore ?? row.mode }, bytes)
  yield* durable.rename(temporaryOf(row.path, tx), row.path)
})

/** Puts the old bytes where a person finds them, with a word about it; the file itself stays as it is. */
const setAside = Effect.fnUntraced(function* (tx: string, row: JournalFile, index: number) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const name = `${paths.attention}/${tx}-${index}`
  const note = `${row.path} was changed by somebody while gsd was interrupted, and was left as it is.\nIts bytes from before are beside this note.\n`
  const before = yield* whenMissing(
    durable.read(paths.before(tx, index), { maxBytes: limits.bundleBytes }),
    undefined
  )
  if (before !== undefined) yield* unless(durable.create(`${name}.before`, before, { mode: 0o600 }), "exists")
  yield* unless(durable.create(`${name}.txt`, new TextEncoder().encode(note), { mode: 0o600 }), "exists")
  yield* durable.syncDirectory(paths.attention)
})

/**
 * A file whose folder is gone is not where it was, nor is one whose folder leads elsewhere now: nothing there is
 * touched. Only the user's own settings are followed there, as the person may have moved them; what became a link in a
 * project, the repository may have brought.
 */
const isElsewhere = Effect.fnUntraced(function* (scope: string, row: JournalFile) {
  const folder = parentOf(row.path)
  const real = yield* realFolder(folder)
  const isFollowed = row.wiring !== undefined && scope === scopeKey(globalScope)
  return real === undefined || (!isFollowed && real !== folder)
})

const undoOne = Effect.fnUntraced(function* ({ scope, tx }: Journal, row: JournalFile, index: number) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  if (yield* isElsewhere(scope, row)) {
    if (row.before !== absent) yield* setAside(tx, row, index)
    return
  }
  const found = yield* look(row.path)
  const cut =
    row.wiring === undefined || found.bytes === undefined
      ? Option.none()
      : Result.getSuccess(
          cutOurs(
            { file: row.path, bytes: found.bytes, strict: false },
            { old: row.wiring.old, now: row.wiring.now }
          )
        )
  const action = found.isFile ? decideUndo(row, stateOf(found.bytes), Option.isSome(cut)) : "leave"
  if (action === "restore") {
    const before = yield* durable.read(paths.before(tx, index), { maxBytes: limits.bundleBytes })
    yield* replaceWith(tx, row, before)
  }
  if (action === "unlink") yield* replaceWith(tx, row, undefined)
  if (action === "cut" && Option.isSome(cut)) yield* replaceWith(tx, row, cut.value.bytes)
  if (action === "leave") yield* setAside(tx, row, index)
  yield* dropTemporary(tx, row)
})

/** Deletes a row's temporary and makes what is in its directory durable, also when another try did it before. */
const dropTemporary = Effect.fnUntraced(function* (tx: string, row: JournalFile) {
  const durable = yield* Durable
  yield* unless(durable.unlink(temporaryOf(row.path, tx)), "missing")
  yield* unless(durable.syncDirectory(parentOf(row.path)), "missing")
})

/** The same for a transaction that was committed, whose files stay as they are now, where they are still. */
export const removeTemporary = Effect.fnUntraced(function* ({ scope, tx }: Journal, row: JournalFile) {
  if (!(yield* isElsewhere(scope, row))) yield* dropTemporary(tx, row)
})

/** Puts every file back, last first, then takes away the directories that were made for them and are empty. */
export const undoFiles = Effect.fnUntraced(function* (journal: Journal) {
  for (const [index, row] of [...journal.files.entries()].toReversed()) yield* undoOne(journal, row, index)
  yield* removeEmpty(journal.dirsCreated)
})
