import * as Effect from "effect/Effect"
import { nearest } from "../domain/capability/suggest.ts"
import type { Judged, QueryAnswer } from "../domain/query/answer.ts"
import { QueryUnknown } from "../domain/query/errors.ts"
import { isQueryName, queryNames, type QueryName } from "../domain/query/queries.ts"
import { loopContext } from "./loop/context.ts"
import type { LoopWanted } from "./loop/here.ts"
import type { QueryContext } from "./query/context.ts"
import { codebaseDrift, contextDrift } from "./query/drift.ts"
import { phaseOf, type PhaseWanted } from "./query/phase.ts"
import { phaseInfo, planGaps, testsToRun } from "./query/phaseQueries.ts"
import { schemaDrift } from "./query/schema.ts"
import { tddCheckpoint } from "./query/tdd.ts"
import { uiPlanGate, uiSafetyGate } from "./query/ui.ts"

/** Services and errors of all queries together. */
type Needs = Effect.Services<ReturnType<(typeof asks)[QueryName]>>
type Failures = Effect.Error<ReturnType<(typeof asks)[QueryName]>>

const asks = {
  "ui.plan-gate": uiPlanGate,
  "ui.safety-gate": uiSafetyGate,
  "verify.codebase-drift": codebaseDrift,
  "verify.context-drift": contextDrift,
  "verify.schema-drift": schemaDrift,
  "gap-analysis.plan-post": planGaps,
  "tdd.review-checkpoint": tddCheckpoint,
  "verify.extract-tests": testsToRun,
  "phase.info": phaseInfo
} as const satisfies Readonly<
  Record<QueryName, (context: QueryContext) => Effect.Effect<Judged, unknown, unknown>>
>

const unknownQuery = (query: string) => {
  const near = nearest(query, queryNames)
  return new QueryUnknown({ query, queries: queryNames, ...(near === undefined ? {} : { nearest: near }) })
}

/**
 * Asks a query of the closed table about a phase. Fails with `QueryUnknown` for any other name, with
 * `PlanningFileUnreadable` or a disk's error for a text that is there and cannot be read, and with `HistoryUnreadable` when
 * a git that is there does not answer. Nothing is written, and nothing of the repository is run.
 */
export const answerQuery = Effect.fn("answerQuery")(function* (name: string, context: QueryContext) {
  if (!isQueryName(name)) return yield* unknownQuery(name)
  const ask: (context: QueryContext) => Effect.Effect<Judged, Failures, Needs> = asks[name]
  const judged = yield* ask(context)
  return { query: name, ...judged } satisfies QueryAnswer
})

/** A query from the command line. */
export interface QueryRequest extends LoopWanted, PhaseWanted {
  readonly name: string
}

/** Asks a query about the phase that is meant, here and now. */
export const query = Effect.fn("query")(function* (request: QueryRequest) {
  if (!isQueryName(request.name)) return yield* unknownQuery(request.name)
  const phase = yield* phaseOf(request)
  const { valueOf } = yield* loopContext(request)
  return yield* answerQuery(request.name, { phase, valueOf })
})
