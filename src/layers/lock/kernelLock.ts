import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as NodeFs from "node:fs"
import { LockNotWritable, LockUnsupported } from "../../domain/lock/errors.ts"
import { connect, type Connection, disconnect, execute, type SqliteRefusal } from "./sqlite.ts"
import { Taken } from "./waiting.ts"

/** The lock file holds something that is no database, so it cannot be locked. */
export class NoDatabase extends Data.TaggedError("NoDatabase")<{ readonly path: string }> {}

/** Another file stood at the path before than after: what was locked excludes nobody. */
class Moved extends Data.TaggedError("Moved") {}

/** Primary result codes of SQLite (sqlite3.h). */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, cannotOpen: 14, notDatabase: 26 } as const

/** The last line proves that the handle can write: a read-only one is granted a lock that excludes nobody. */
const take = "PRAGMA busy_timeout=0; PRAGMA journal_mode=OFF; BEGIN EXCLUSIVE; PRAGMA user_version=1"

/** Connections that hold a lock. The garbage collector would close one that nothing refers to. */
const held = new Set<Connection>()

const errorOf = (path: string) => (refusal: SqliteRefusal) => {
  switch (refusal.code) {
    case codes.busy:
    case codes.locked:
      return new Taken()
    case codes.readOnly:
    case codes.cannotOpen:
      return new LockNotWritable({ path })
    case codes.corrupt:
    case codes.notDatabase:
      return new NoDatabase({ path })
    default:
      return new LockUnsupported({ path, reason: refusal.reason })
  }
}

/** Names the inode at a path without opening it, which would drop a lock of this process. */
const inodeAt = (path: string): Effect.Effect<string | undefined> =>
  Effect.try(() => NodeFs.statSync(path, { bigint: true, throwIfNoEntry: false })).pipe(
    Effect.map((stat) => (stat === undefined ? undefined : `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`)),
    Effect.orElseSucceed(() => undefined)
  )

const lockOnce = Effect.fnUntraced(function* (path: string) {
  const before = yield* inodeAt(path)
  const connection = yield* connect(path).pipe(Effect.mapError(errorOf(path)))
  const locked = Effect.gen(function* () {
    yield* execute(connection, take).pipe(Effect.mapError(errorOf(path)))
    const after = yield* inodeAt(path)
    // Also when the file was absent: who made it, and whether it is still that one, shows at the next try.
    if (before === undefined || before !== after) return yield* new Moved()
    held.add(connection)
    return connection
  })
  return yield* Effect.onError(locked, () => disconnect(connection))
})

const maxMoves = 5

/** Tries once to hold the kernel's lock on a file until the scope closes; never waits. */
export const kernelLock = (
  path: string
): Effect.Effect<Connection, Taken | NoDatabase | LockNotWritable | LockUnsupported, Scope.Scope> =>
  Effect.acquireRelease(
    lockOnce(path).pipe(
      Effect.retry({ times: maxMoves, while: (error) => error instanceof Moved }),
      Effect.catchTag("Moved", () => Effect.fail(new Taken()))
    ),
    (connection) =>
      Effect.andThen(
        Effect.sync(() => held.delete(connection)),
        disconnect(connection)
      )
  )
