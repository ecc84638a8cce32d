import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { nameOf, parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"

/** The unfinished copy beside where a tree goes; it ends as the tree's own name does. */
export const unfinishedOf = (to: string): string => `${parentOf(to)}/.unfinished.${nameOf(to)}`

const modeOf = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return Option.match(yield* durable.identify(path), {
    onNone: () => 0o700,
    onSome: (found) => found.mode & 0o777
  })
})

const copyFile = Effect.fnUntraced(function* (from: string, to: string) {
  const durable = yield* Durable
  const next = yield* durable.pieces(from, { pieceBytes: limits.filePieceBytes })
  yield* durable.createUnsynced(to, new Uint8Array(), { mode: 0o600 })
  for (let piece = yield* next; piece.length > 0; piece = yield* next)
    yield* durable.extendUnsynced(to, piece)
  yield* durable.chmod(to, yield* modeOf(from))
  yield* durable.syncFile(to)
}, Effect.scoped)

/** Copies a folder durably, with the files and folders in it; nothing else belongs there. */
const copyFolder = (from: string, to: string): Effect.Effect<void, DiskFailure, Durable> =>
  Effect.gen(function* () {
    const durable = yield* Durable
    yield* durable.makeDirectory(to, { mode: yield* modeOf(from) })
    for (const { kind, name } of yield* durable.entries(from)) {
      if (kind === "directory") yield* copyFolder(`${from}/${name}`, `${to}/${name}`)
      if (kind === "file") yield* copyFile(`${from}/${name}`, `${to}/${name}`)
    }
    yield* durable.syncDirectory(to)
  })

/**
 * Renames a folder of ours. Where the two places are different devices (a mount inside H) it is copied under another
 * name beside the target first, so that the target is never half a folder, and removed where it was last. The target's
 * folder is to be fsynced by the caller. Source: cases U17.
 */
export const moveTree = Effect.fn("Transaction.moveTree")(function* (from: string, to: string) {
  const durable = yield* Durable
  const copy = Effect.gen(function* () {
    const unfinished = unfinishedOf(to)
    yield* durable.removeTree(unfinished)
    yield* copyFolder(from, unfinished)
    yield* durable.rename(unfinished, to)
    yield* durable.syncDirectory(parentOf(to))
    yield* durable.removeTree(from)
  })
  yield* durable.rename(from, to).pipe(
    Effect.catchIf(
      (failure) => failure.reason === "cross-device",
      () => copy
    )
  )
})
