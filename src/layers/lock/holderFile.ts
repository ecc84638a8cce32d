import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as NodeFs from "node:fs"
import { LockHolder } from "../../domain/lock/errors.ts"
import type { LockRequest } from "../../services/Lock.ts"

type HolderRequest = NonNullable<LockRequest["holder"]>

const LockHolderText = Schema.fromJsonString(LockHolder)

const decode = Schema.decodeUnknownEffect(LockHolderText)

const encode = Schema.encodeEffect(LockHolderText)

const ownerOnly = 0o600

/** Best effort, both ways: the file is for messages, and decides nothing. */
export const writeHolder = ({ command, path }: HolderRequest): Effect.Effect<void> =>
  Effect.gen(function* () {
    const text = yield* encode({ pid: process.pid, command, since: yield* Clock.currentTimeMillis })
    yield* Effect.try(() => NodeFs.writeFileSync(path, `${text}\n`, { mode: ownerOnly }))
  }).pipe(Effect.ignore)

/** Takes the holder's name away again, while the lock is held still. */
export const removeHolder = ({ path }: HolderRequest): Effect.Effect<void> =>
  Effect.ignore(Effect.try(() => NodeFs.unlinkSync(path)))

/** Who says that they hold the lock; undefined when nobody does, or not in our words. */
export const readHolder = (path: string): Effect.Effect<LockHolder | undefined> =>
  Effect.try(() => NodeFs.readFileSync(path, "utf8")).pipe(
    Effect.flatMap(decode),
    Effect.orElseSucceed(() => undefined)
  )
