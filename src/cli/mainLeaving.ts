import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transaction, type OpenTransaction } from "../services/Transaction.ts"

/** Ends the process; nothing that is still to be done is done. */
export const endNow = (code: number): void => {
  process.exit(code)
}

let running = 0
let wanted: number | undefined

/** Where the process may end at once: anywhere but inside a commit. */
export const leaving = {
  /** Whether a change was committed by this process. */
  committed: false,
  /** Ends the process with this code, now or when the running commit is over. */
  at: (code: number): void => {
    wanted = code
    if (running === 0) endNow(code)
  }
}

const enter = Effect.sync(() => {
  running += 1
})

const exit = Effect.sync(() => {
  running -= 1
  if (running === 0 && wanted !== undefined) endNow(wanted)
})

const guarded = (open: OpenTransaction): OpenTransaction => ({
  ...open,
  commit: (change) =>
    open.commit(change).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          leaving.committed = true
        })
      ),
      (commit) =>
        Effect.acquireUseRelease(
          enter,
          () => commit,
          () => exit
        )
    )
})

/** The same transactions; the process does not end while one commits. */
export const guardedTransaction = Layer.effect(
  Transaction,
  Effect.map(Transaction, (transactions) =>
    Transaction.of({
      ...transactions,
      begin: (request) => Effect.map(transactions.begin(request), guarded)
    })
  )
)
