import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Interrupted } from "../../domain/doctor/judgeLeftovers.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Lock } from "../../services/Lock.ts"
import { pendingTransactions } from "./pending.ts"
import { readJournal, scopeOf, type JournalFound } from "./recover.ts"

/** Whether a command is at work: it holds the lock, and what stands in `H/tx` may be its own. Asked only when something does. */
const isBusy = Effect.gen(function* () {
  const lock = yield* Lock
  const { paths } = yield* GsdHome
  return yield* Effect.scoped(lock.acquire(paths.lock, { wait: Duration.zero })).pipe(
    Effect.as(false),
    Effect.catchTags({
      LockBusy: () => Effect.succeed(true),
      LockNotWritable: () => Effect.succeed(false),
      LockUnsupported: () => Effect.succeed(false)
    })
  )
})

const lookAt = Effect.fnUntraced(function* (tx: string) {
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const found: JournalFound = yield* readJournal(tx)
  const path = paths.transaction(tx)
  if (found.state !== "present") return { tx, path } satisfies Interrupted
  const scope = scopeOf(found.journal)
  const isReadable = yield* Effect.isSuccess(ledgers.read(scope))
  return { tx, path, ...(isReadable ? {} : { blockedBy: paths.ledger(scope) }) } satisfies Interrupted
})

/** Transactions that no running command carries out, ascending by name. */
export const interrupted = Effect.gen(function* () {
  const pending = yield* pendingTransactions
  if (pending.length === 0 || (yield* isBusy)) return []
  return yield* Effect.forEach(pending, lookAt)
})
