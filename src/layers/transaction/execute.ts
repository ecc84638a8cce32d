import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Ref from "effect/Ref"
import type { CommitError } from "../../services/Transaction.ts"
import { closeFolder } from "./remains.ts"
import type { Phase, Step, StepContext, StepServices } from "./step.ts"
import { auditAbort, undo } from "./undo.ts"

/** How a list of steps ended once the commit stood. */
export interface Outcome {
  readonly durability: "confirmed" | "unconfirmed"
  readonly warnings: ReadonlyArray<string>
}

const runAll = (
  steps: ReadonlyArray<Step>,
  context: StepContext,
  phases: ReadonlyArray<Phase>
): Effect.Effect<void, CommitError, StepServices> =>
  Effect.forEach(
    steps.filter((step) => phases.includes(step.phase)),
    (step) => step.run(context).pipe(Effect.withSpan(`Transaction.${step.name}`)),
    { discard: true }
  )

/** Runs release work that must not hide the failure it follows; its own trouble is logged and left to recovery. */
const quietly = <E, R>(work: Effect.Effect<void, E, R>): Effect.Effect<void, never, R> =>
  Effect.uninterruptible(work).pipe(
    Effect.catchCause((cause) => Effect.logDebug("left for the next command to recover", Cause.squash(cause)))
  )

const forget = (context: StepContext) =>
  Ref.get(context.journal).pipe(Effect.flatMap(auditAbort), Effect.andThen(closeFolder(context.tx)))

const takeBack = (context: StepContext) =>
  Effect.flatMap(Ref.get(context.journal), (journal) => undo(journal, context.scope))

const sentence = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure.message : String(failure)
}

/** What follows the commit can only warn. */
const settle = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, context: StepContext) {
  const confirmed = yield* Effect.exit(runAll(steps, context, ["confirm"]))
  if (Exit.isFailure(confirmed)) {
    const warnings = [`Committed, durability unconfirmed: ${sentence(confirmed.cause)}`]
    return { durability: "unconfirmed", warnings } satisfies Outcome
  }
  const cleaned = yield* Effect.exit(runAll(steps, context, ["clean"]))
  const warnings = Exit.isFailure(cleaned)
    ? [`Committed; the clean-up is left to the next command: ${sentence(cleaned.cause)}`]
    : []
  return { durability: "confirmed", warnings } satisfies Outcome
})

/**
 * Runs a list of steps by their phases. Until the journal is published it can be interrupted and leaves
 * nothing; from then on it cannot, and either commits or undoes.
 */
export const execute = (
  steps: ReadonlyArray<Step>,
  context: StepContext
): Effect.Effect<Outcome, CommitError, StepServices> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* restore(runAll(steps, context, ["prepare"])).pipe(Effect.onError(() => quietly(forget(context))))
      // Commit point: the ledger's rename is the last of these; whatever fails before is undone.
      yield* runAll(steps, context, ["undoable", "commit"]).pipe(
        Effect.onError(() => quietly(takeBack(context)))
      )
      return yield* settle(steps, context)
    })
  )
