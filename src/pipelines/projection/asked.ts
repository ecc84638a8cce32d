import * as Effect from "effect/Effect"
import { recordedFiles, withRuntime, type Profile, type RuntimeRecord } from "../../domain/ledger/runtimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { RuntimeNotApplied } from "../../domain/projection/errors.ts"
import { runtimesIn } from "../../domain/projection/recordedIn.ts"
import type { RuntimeOutcome } from "../../domain/projection/report.ts"
import type { ProjectionPlanned, ProjectionRequest } from "./request.ts"

/** Runtimes that somebody names. */
export interface RuntimesAsked {
  readonly ids: ReadonlyArray<string>
  readonly scope: LedgerScope
  readonly profile?: Profile
}

const fresh: RuntimeRecord = { profile: "full", home: "", files: [], directories: [] }

/** The ledger once capabilities are projected to these as well. */
export const givenTo = (ledger: LedgerState, { ids, scope }: RuntimesAsked): LedgerState =>
  ids.reduce((next, runtime) => {
    const record = ledger.runtimes.get(runtime)
    if (record !== undefined && record.withdrawn !== true) return next
    const { withdrawn: _withdrawn, ...known } = record ?? fresh
    const files = recordedFiles(ledger, runtime)
    return withRuntime(next, { runtime, scope: scopeKey(scope), state: { ...known, files } })
  }, ledger)

/** The ledger once nothing is projected to these any more; fails for one to which nothing is. */
export const withdrawnFrom = Effect.fn("projection.withdrawnFrom")(function* (
  ledger: LedgerState,
  { ids, scope }: RuntimesAsked
) {
  const recorded = runtimesIn(ledger)
  const unknown = ids.find((id) => !recorded.includes(id))
  if (unknown !== undefined) return yield* new RuntimeNotApplied({ runtime: unknown, scope: scope.kind })
  const runtimes = new Map(ledger.runtimes)
  for (const id of ids) runtimes.delete(id)
  return { ...ledger, runtimes } satisfies LedgerState
})

/** What is planned for runtimes that somebody named. */
export const requestFor = (
  { ids, profile, scope }: RuntimesAsked,
  ledgers: Pick<ProjectionRequest, "before" | "after" | "consent">
): ProjectionRequest => ({
  scope,
  ...ledgers,
  files: [],
  only: ids,
  ...(profile === undefined ? {} : { profile }),
  trouble: "refuse"
})

/** What a command about runtimes did, or would do. */
export const outcomeOf = (
  scope: LedgerScope,
  status: RuntimeOutcome["status"],
  { reports, warnings }: Pick<ProjectionPlanned, "reports" | "warnings">
): RuntimeOutcome => ({ status, scope: scope.kind, runtimes: reports, warnings })
