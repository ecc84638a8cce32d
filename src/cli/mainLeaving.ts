import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { LoopLog } from "../services/LoopLog.ts"
import { Repairs, type OpenRebuild } from "../services/Repairs.ts"
import { ReviewFiles } from "../services/ReviewFiles.ts"
import { Transaction, type OpenTransaction } from "../services/Transaction.ts"

/** Ends the process; nothing that is still to be done is done. */
export const endNow = (code: number): void => {
  process.exit(code)
}

let running = 0
let wanted: number | undefined

/** Where the process may end at once: anywhere but inside a commit or a review. */
export const leaving = {
  /** Whether a change was committed by this process. */
  committed: false,
  /** What an interrupted command wrote all the same, as a clause; undefined for most. */
  written: undefined as string | undefined,
  /** Ends the process with this code, now or when the running commit or review is over. */
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

/** A commit in which the process does not end. */
const whole = <A, E, R>(commit: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    enter,
    () =>
      Effect.tap(commit, () =>
        Effect.sync(() => {
          leaving.committed = true
        })
      ),
    () => exit
  )

const guarded = (open: OpenTransaction): OpenTransaction => ({
  ...open,
  commit: (change) => whole(open.commit(change))
})

const guardedRebuild = (open: OpenRebuild): OpenRebuild => ({
  ...open,
  commit: (ledger) => whole(open.commit(ledger))
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

/** The same repairs; the process does not end while a rebuilt ledger is committed. */
export const guardedRepairs = Layer.effect(
  Repairs,
  Effect.map(Repairs, (repairs) =>
    Repairs.of({
      ...repairs,
      beginRebuild: (request) => Effect.map(repairs.beginRebuild(request), guardedRebuild)
    })
  )
)

/** The same files of reviews; the process does not end before a review has ended its lanes and written its report. */
export const guardedReviews = Layer.effect(
  ReviewFiles,
  Effect.map(ReviewFiles, (files) =>
    ReviewFiles.of({
      ...files,
      begin: (run) =>
        Effect.andThen(
          Effect.acquireRelease(enter, () => exit),
          files.begin(run)
        )
    })
  )
)

/** The same log of the loop; the process does not end before a dispatch has ended its children and written that down. */
export const guardedLoopLog = Layer.effect(
  LoopLog,
  Effect.map(LoopLog, (log) =>
    LoopLog.of({
      ...log,
      open: Effect.andThen(
        Effect.acquireRelease(enter, () => exit),
        log.open
      )
    })
  )
)
