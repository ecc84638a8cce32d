import * as Effect from "effect/Effect"
import { isFrozenDrift } from "../domain/project/drift.ts"
import { LockDrift } from "../domain/project/errors.ts"
import type { Lockfile } from "../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../domain/project/places.ts"
import { brought, syncReport, type Brought } from "../domain/project/syncReport.ts"
import { Ledger } from "../services/Ledger.ts"
import { Transaction } from "../services/Transaction.ts"
import { driftIn } from "./lock.ts"
import { remove } from "./remove.ts"
import { bringIn } from "./sync/bring.ts"
import { lockfileIn } from "./sync/facts.ts"
import { inTurn } from "./sync/inTurn.ts"
import type { Bringing } from "./sync/request.ts"
import { measured } from "./telemetry/metrics.ts"

/** What the caller asks for. */
export interface SyncRequested extends Bringing {
  /** Removes what is installed in the project and not named. */
  readonly prune: boolean
}

const bringAll = (scope: ProjectScope, lockfile: Lockfile, bringing: Bringing) =>
  inTurn([...lockfile.capabilities], (named) => bringIn(scope, named, bringing))

/** What is installed in the project and not named: removed when it is to be pruned, else told. */
const extras = Effect.fnUntraced(function* (
  scope: ProjectScope,
  lockfile: Lockfile,
  requested: SyncRequested
) {
  const ledgers = yield* Ledger
  const { entries } = yield* ledgers.read(scope)
  const unnamed = [...entries].filter(([id]) => !lockfile.capabilities.has(id))
  return yield* inTurn(unnamed, ([id, { contentHash, version }]) =>
    requested.prune
      ? Effect.map(remove({ id, scope, wait: requested.wait }), brought)
      : Effect.succeed<Brought>({ id, status: "extra", version, contentHash, warnings: [] })
  )
})

/**
 * Brings this machine's installs of a project to exactly what its lockfile says, each in a transaction of its own: other
 * bytes are refused before anything is asked, consent is asked as always, the lockfile stays as it is. What could not be
 * brought in is told in its row, and the others go on. Fails when the lockfile or the ledger cannot be read.
 */
export const sync = Effect.fn("sync")(function* (scope: ProjectScope, requested: SyncRequested) {
  const transactions = yield* Transaction
  yield* transactions.recover
  const lockfile = yield* lockfileIn(scope)
  const results = yield* bringAll(scope, lockfile, requested)
  return syncReport("project", [...results, ...(yield* extras(scope, lockfile, requested))])
}, measured("sync"))

/** Like `sync`; refused as a whole when lockfile, ledger and vendored copies disagree in the checkout. */
export const syncFrozen = Effect.fn("sync.frozen")(function* (scope: ProjectScope, bringing: Bringing) {
  const ledgers = yield* Ledger
  const transactions = yield* Transaction
  yield* transactions.recover
  const lockfile = yield* lockfileIn(scope)
  const drift = yield* driftIn(scope, lockfile, yield* ledgers.read(scope))
  const frozen = drift.filter(isFrozenDrift)
  if (frozen.length > 0)
    return yield* new LockDrift({ path: projectPlaces(scope.root).lockfile, drift: frozen })
  return syncReport("project", yield* bringAll(scope, lockfile, bringing))
})
