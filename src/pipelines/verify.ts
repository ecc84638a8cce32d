import * as Effect from "effect/Effect"
import { unverified, verificationOf, type VerifyMember } from "../domain/verify/verdict.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Progress } from "../services/Progress.ts"
import { Store } from "../services/Store.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn } from "./overlays/find.ts"
import { settled } from "./overlays/settled.ts"
import { measured } from "./telemetry/metrics.ts"

const verificationIn = Effect.fnUntraced(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  ids: ReadonlyArray<string>
) {
  const store = yield* Store
  const progress = yield* Progress
  progress.step("verify")
  const wanted = ids.length === 0 ? [...ledger.entries.keys()].toSorted() : ids
  const members = yield* Effect.forEach(
    wanted,
    Effect.fnUntraced(function* (id) {
      const entry = yield* entryIn(ledger, scope, id)
      const { verdict, files } = yield* store
        .verify(entry.contentHash)
        .pipe(Effect.catchTag("DiskFailure", () => Effect.succeed(unverified)))
      return { id, scope: scope.kind, verdict, files } satisfies VerifyMember
    })
  )
  return verificationOf(members)
})

/** Hashes every byte of the active generations of `ids`, or of every capability when there are none, and says what differs. */
export const verify = Effect.fn("verify")(function* (scope: LedgerScope, ids: ReadonlyArray<string>) {
  const transactions = yield* Transaction
  yield* transactions.recover
  return yield* settled(scope, {
    look: (ledger) => verificationIn(scope, ledger, ids),
    isWhole: (verification) => verification.verdict === "ok"
  })
}, measured("verify"))
