import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LaneHanded } from "../../domain/cluster/handed.ts"
import { unavailableOutcome } from "../../domain/lane/outcome.ts"
import { notStarted } from "../../domain/lane/outcomes.ts"
import type { RunWithPlan } from "../../domain/lane/plan.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { LaneRefusal, LaneServed } from "../../services/LaneCluster.ts"
import { repositoryRoot } from "../planLint/read.ts"
import { carryOut } from "../review/carryOut.ts"
import { findLanes } from "../review/lanes.ts"
import { emptyBoard } from "../review/run.ts"
import type { ReviewPlanned } from "../review/stages.ts"
import { laneMeant, planServed, runOf, targetOf, type ServedIn } from "./served.ts"

/** A review of this one lane, without a plan of its own: the prompt is there already. */
const reviewOf = (
  handed: LaneHanded,
  planned: RunWithPlan,
  { found, repository }: ServedIn
): ReviewPlanned => {
  const { run } = planned
  return {
    runId: handed.run,
    found,
    plans: { sources: { plans: [] }, repository, beside: repository },
    lanes: {
      chosen: { source: "named", runs: [run], skipped: [], order: [run.identity], warnings: [] },
      runs: [planned]
    }
  }
}

const serve = Effect.fnUntraced(function* (handed: LaneHanded, scope: LedgerScope) {
  const found = yield* findLanes(scope)
  const run = runOf(yield* Effect.fromResult(laneMeant(found, handed)), handed)
  const here: ServedIn = { found, repository: yield* repositoryRoot }
  const planned = yield* planServed(run, handed, here)
  const to = targetOf(planned)
  if (Result.isFailure(planned.plan))
    return { ended: notStarted(run, unavailableOutcome(planned.plan.failure)), to } satisfies LaneServed
  const board = yield* emptyBoard({ runId: handed.run, tell: () => {} })
  yield* carryOut(reviewOf(handed, planned, here), board)
  const ended = board.ended.get(run.identity)
  return ended === undefined
    ? yield* Effect.fail<LaneRefusal>({ reason: "not-startable", problem: "The lane did not start" })
    : ({ ended, to } satisfies LaneServed)
}, Effect.scoped)

const isRefusal = (error: LaneRefusal | Error): error is LaneRefusal => !(error instanceof Error)

/**
 * Runs one handed lane as this machine would run its own: only a lane that is installed here with those very bytes, held
 * against the consent, the endpoint and the bundle as they are at this moment, probed, written down in the audit log, and
 * within this machine's limits. Whatever keeps it from starting is a refusal that says why.
 */
export const serveLane = Effect.fn("cluster.serveLane")((handed: LaneHanded, scope: LedgerScope) =>
  Effect.mapError(serve(handed, scope), (error): LaneRefusal =>
    isRefusal(error) ? error : { reason: "not-startable", problem: error.message }
  )
)
