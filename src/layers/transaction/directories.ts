import * as Effect from "effect/Effect"
import type { DiskFailure, DiskReason } from "../../domain/disk/errors.ts"
import { parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { realFolder } from "../disk/missing.ts"

/** Why a directory stays: somebody has something in it, or it is not ours to remove any more. */
const staying: ReadonlySet<DiskReason> = new Set([
  "missing",
  "not-empty",
  "not-a-directory",
  "is-a-link",
  "exists",
  "denied",
  "read-only",
  "busy"
])

/** Whether a path leads where it says: no directory on it was replaced by a link. */
export const isItself = Effect.fnUntraced(function* (
  directory: string
): Effect.fn.Return<boolean, DiskFailure, Durable> {
  return (yield* realFolder(directory)) === directory
})

/** Takes away directories with nothing in them, given parents first; what somebody uses or put a link to stays. */
export const removeEmpty = Effect.fnUntraced(function* (directories: ReadonlyArray<string>) {
  const durable = yield* Durable
  for (const directory of directories.toReversed()) {
    if (yield* isItself(directory))
      yield* Effect.catchIf(
        durable.removeDirectory(directory),
        (failure) => staying.has(failure.reason),
        () => Effect.void
      )
    // Also when another try removed it: the fsync after that may be what was interrupted.
    if (yield* isItself(parentOf(directory))) yield* durable.syncDirectory(parentOf(directory))
  }
})
