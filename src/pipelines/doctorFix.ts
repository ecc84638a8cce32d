import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { treatmentOf } from "../domain/doctor/treatment.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { visible } from "../domain/text/escape.ts"
import { doctor } from "./doctor.ts"
import { mendForeign, mendOwn, type Approve, type Mend } from "./doctor/mend.ts"

/** What the caller decides. */
export interface FixRequested<E, R> {
  /** Asked once, and only when files that are not gsd's own would be edited. */
  readonly approve: Approve<E, R>
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** What stands in the way of a repair is a finding itself; that it was left is told beside it. */
const mendOwnOrTell = (mend: Mend) => {
  const tell = (failure: Error) => Effect.succeed({ isBlocked: true, warnings: [visible(failure.message)] })
  return mendOwn(mend).pipe(
    Effect.map((warnings: ReadonlyArray<string>) => ({ isBlocked: false, warnings })),
    Effect.catchTags({ LedgerCorrupt: tell, LedgerTooNew: tell, ConsentCorrupt: tell, RecoveryBlocked: tell })
  )
}

/**
 * Mends what can be mended: gsd's own state without a question, files of other programs in one transaction after a
 * yes. Then looks again, and tells of every finding what became of it. Fails when the lock, the disk or a file that
 * somebody keeps writing refuses; what was done by then stays.
 */
export const doctorFix = Effect.fn("doctorFix")(function* <E, R>(
  scope: LedgerScope,
  requested: FixRequested<E, R>
) {
  const before = yield* doctor(scope)
  const mend = { scope, wait: requested.wait }
  const asking = before.findings.filter((one) => one.fix === "asks")
  const own = yield* mendOwnOrTell(mend)
  const foreign =
    own.isBlocked || asking.length === 0
      ? { declined: false, warnings: [] }
      : yield* mendForeign(mend, asking, requested.approve)
  const after = yield* doctor(scope)
  const warnings = [...own.warnings, ...foreign.warnings]
  return treatmentOf({ before, after, declined: foreign.declined, warnings })
})
