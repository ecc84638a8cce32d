import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { hostKeys } from "../domain/config/hostKeys.ts"
import { mergeLayers } from "../domain/config/merge.ts"
import { ConsentRequired } from "../domain/consent/errors.ts"
import { leftOut, type UpdateReport, type UpdateResult } from "../domain/install/updates.ts"
import type { LedgerEntry } from "../domain/ledger/entry.ts"
import { limits } from "../domain/limits.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Config } from "../services/Config.ts"
import { ConsentGate } from "../services/ConsentGate.ts"
import { Ledger } from "../services/Ledger.ts"
import { Progress } from "../services/Progress.ts"
import { Transaction } from "../services/Transaction.ts"
import { attempt, attemptDryRun, makeTurns, type Attempt } from "./updateAll/attempt.ts"
import { measured } from "./telemetry/metrics.ts"

/** What the caller asks for. */
export interface UpdateAllRequested {
  readonly scope: LedgerScope
  readonly allowDowngrade: boolean
  /** Longest wait for the lock, each time. */
  readonly wait: Duration.Duration
}

type Entries = ReadonlyArray<readonly [id: string, entry: LedgerEntry]>

const entriesIn = Effect.fnUntraced(function* (scope: LedgerScope) {
  const transactions = yield* Transaction
  const ledgers = yield* Ledger
  yield* transactions.recover
  const { entries, quarantined } = yield* ledgers.read(scope)
  const unreadable = [...quarantined.keys()].map((id): UpdateResult => ({
    id,
    status: "failed",
    reason: "its ledger entry cannot be read and is kept aside"
  }))
  return { entries: [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)), unreadable }
})

/** Results of those that are left out, and the entries whose sources are asked. */
const sorted = (entries: Entries) => {
  const out = entries.flatMap(([id, entry]): ReadonlyArray<UpdateResult> => {
    const why = leftOut(entry)
    return why === undefined ? [] : [{ id, fromVersion: entry.version, ...why }]
  })
  const left = new Set(out.map(({ id }) => id))
  return { out, asked: entries.filter(([id]) => !left.has(id)) }
}

/** Nothing is told of many fetches at once; a question must not be written over. */
const quiet = Effect.provideService(Progress, { step: () => {}, bytes: () => {} })

const many = { concurrency: limits.sourceConcurrency }

/** Tries all, and those again that their manifest kept out, as long as others changed. */
const attempts = Effect.fnUntraced(function* (requested: UpdateAllRequested, asked: Entries) {
  const turns = yield* makeTurns
  const done = new Map<string, Attempt>()
  for (let entries = asked; entries.length > 0;) {
    const round = yield* Effect.forEach(
      entries,
      ([id, { version }]) => attempt({ ...requested, id }, version, turns),
      many
    )
    for (const one of round) done.set(one.result.id, one)
    const isAgain = round.some(({ hasChanged }) => hasChanged)
    entries = isAgain ? entries.filter(([id]) => done.get(id)?.isRefused === true) : []
  }
  return [...done.values()].map(({ result }) => result)
}, quiet)

const ascending = (results: ReadonlyArray<UpdateResult>): ReadonlyArray<UpdateResult> =>
  results.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/**
 * Updates everything of a scope: sources are asked and fetched many at once, questions and commits come one after the
 * other. What is wrong with one is its result and stops no other.
 */
export const updateAll = Effect.fn("updateAll")(function* (requested: UpdateAllRequested) {
  const { entries, unreadable } = yield* entriesIn(requested.scope)
  const { asked, out } = sorted(entries)
  const tried = yield* attempts(requested, asked)
  const results = ascending([...unreadable, ...out, ...tried])
  return { scope: requested.scope.kind, results } satisfies UpdateReport
}, measured("updateAll"))

/** What `updateAll` would do, each for itself. */
export const updateAllDryRun = Effect.fn("updateAll.dryRun")(function* (requested: UpdateAllRequested) {
  const { entries, unreadable } = yield* entriesIn(requested.scope)
  const { asked, out } = sorted(entries)
  const looked = yield* Effect.forEach(
    asked,
    ([id, { version }]) => attemptDryRun({ ...requested, id }, version),
    many
  ).pipe(quiet)
  const results = ascending([...unreadable, ...out, ...looked])
  return { scope: requested.scope.kind, dryRun: true, results } satisfies UpdateReport
})

/** Nobody is asked: what needs a new yes is left. */
const nobody = Effect.provideService(
  ConsentGate,
  ConsentGate.of({
    ask: ({ digest, id, reason }) => Effect.fail(new ConsentRequired({ id, digest, reason }))
  })
)

/** Whether `update --auto` upgrades at all: the value in force, the project's before the user's. */
const isAutoOn = Effect.gen(function* () {
  const config = yield* Config
  const { settings } = mergeLayers(yield* config.layers({}), (key) => hostKeys.get(key))
  return settings.get("capabilities.auto_update")?.value === true
})

/**
 * Updates what needs no new yes, where the configuration switches that on; asks nobody. Where it is off, nothing is asked of
 * any source.
 */
export const updateAuto = Effect.fn("updateAuto")(function* (requested: UpdateAllRequested) {
  const scope = requested.scope.kind
  if (!(yield* isAutoOn)) return { scope, auto: "off", results: [] } satisfies UpdateReport
  const { results } = yield* updateAll(requested).pipe(nobody)
  return { scope, auto: "on", results } satisfies UpdateReport
})
