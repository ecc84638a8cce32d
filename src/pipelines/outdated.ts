import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { LedgerEntry } from "../domain/ledger/entry.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import { limits } from "../domain/limits.ts"
import { judgeOutdated, type SourceSeen } from "../domain/outdated/judge.ts"
import type { OutdatedRow } from "../domain/outdated/row.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { parseSource } from "../domain/source/grammar.ts"
import { Ledger } from "../services/Ledger.ts"
import { Transaction } from "../services/Transaction.ts"
import { lookAtSource } from "./outdated/look.ts"
import { entryIn } from "./overlays/find.ts"
import { vendoredSource } from "./project/vendor.ts"

const kindOf = (scope: LedgerScope, id: string, source: string): OutdatedRow["sourceKind"] =>
  Option.isSome(vendoredSource(scope, id, source))
    ? "vendored"
    : Result.match(parseSource(source), { onSuccess: ({ kind }) => kind, onFailure: () => "unknown" })

/** Looks for as long as a look may take; whatever comes in between is a reason. */
const seenWithin = (scope: LedgerScope, id: string, entry: LedgerEntry) =>
  lookAtSource(scope, id, entry).pipe(
    Effect.catch((failure) => Effect.succeed<SourceSeen>({ _tag: "Unknown", reason: failure.message })),
    Effect.timeoutOrElse({
      duration: Duration.millis(limits.peekMillis),
      orElse: () =>
        Effect.succeed<SourceSeen>({
          _tag: "Unknown",
          reason: `it did not answer within ${limits.peekMillis / 1000} seconds`
        })
    })
  )

const rowOf = Effect.fnUntraced(function* (scope: LedgerScope, id: string, entry: LedgerEntry) {
  const { pin, source, version } = entry
  const row = { id, scope: scope.kind, sourceKind: kindOf(scope, id, source), source, current: version }
  if (pin !== undefined)
    return {
      ...row,
      latest: null,
      status: "pinned",
      reason: `pinned at ${pin}; \`gsd capability unpin ${id}\` lets it be updated`
    } satisfies OutdatedRow
  return { ...row, ...judgeOutdated(entry, yield* seenWithin(scope, id, entry)) } satisfies OutdatedRow
})

const unreadable = (scope: LedgerScope, id: string): OutdatedRow => ({
  id,
  scope: scope.kind,
  sourceKind: "unknown",
  source: "",
  current: "",
  latest: null,
  status: "unknown",
  reason: "its ledger entry cannot be read and is kept aside"
})

const wantedOf = (ledger: LedgerState, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.length === 0 ? [...ledger.entries.keys(), ...ledger.quarantined.keys()] : [...new Set(ids)]

/**
 * Asks every recorded source of `ids`, or of all capabilities when there are none, for something newer, many at once.
 * A source that cannot be asked is a row that says why; a ledger that cannot be read fails. Ascending by id.
 */
export const outdated = Effect.fn("outdated")(function* (scope: LedgerScope, ids: ReadonlyArray<string>) {
  const transactions = yield* Transaction
  const ledgers = yield* Ledger
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  return yield* Effect.forEach(
    wantedOf(ledger, ids).toSorted(),
    Effect.fnUntraced(function* (id) {
      if (ledger.quarantined.has(id)) return unreadable(scope, id)
      return yield* rowOf(scope, id, yield* entryIn(ledger, scope, id))
    }),
    { concurrency: limits.sourceConcurrency }
  )
})
