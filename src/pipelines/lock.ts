import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LedgerState } from "../domain/ledger/state.ts"
import { driftOf, isVendoredDrift } from "../domain/project/drift.ts"
import type { Lockfile } from "../domain/project/lockfile.ts"
import type { LockReport } from "../domain/project/lockReport.ts"
import { projectPlaces, type ProjectScope } from "../domain/project/places.ts"
import { planLockfile } from "../domain/project/planLock.ts"
import { withLeftovers } from "../domain/transaction/change.ts"
import { Ledger } from "../services/Ledger.ts"
import { ProjectFiles } from "../services/ProjectFiles.ts"
import { Transaction } from "../services/Transaction.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { installedIn, lockfileIn, vendoredIn } from "./sync/facts.ts"

/** What the caller asks for. */
export interface LockRequested {
  /** Takes out what is not installed on this machine. */
  readonly prune: boolean
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const idsOf = (lockfile: Lockfile): ReadonlyArray<string> => [...lockfile.capabilities.keys()].toSorted()

/** Every disagreement of a lockfile with what is installed and vendored. */
export const driftIn = Effect.fn("lock.drift")(function* (
  scope: ProjectScope,
  lockfile: Lockfile,
  ledger: LedgerState
) {
  const vendored = yield* vendoredIn(scope)
  return driftOf({ lockfile, installed: installedIn(scope, ledger), vendored })
})

/** Compares the project's lockfile with what is installed and vendored; writes nothing. */
export const lockCheck = Effect.fn("lock.check")(function* (scope: ProjectScope) {
  const ledgers = yield* Ledger
  const lockfile = yield* lockfileIn(scope)
  const drift = yield* driftIn(scope, lockfile, yield* ledgers.read(scope))
  return {
    status: drift.length === 0 ? "agrees" : "drifted",
    path: projectPlaces(scope.root).lockfile,
    capabilities: idsOf(lockfile),
    drift,
    warnings: []
  } satisfies LockReport
})

const planIn = Effect.fnUntraced(function* (scope: ProjectScope, ledger: LedgerState, prune: boolean) {
  const files = yield* ProjectFiles
  const { root } = scope
  const { gitattributes, gitignore, lockfile } = projectPlaces(root)
  const looked = yield* files.look(root, [gitattributes, gitignore, lockfile])
  return yield* Effect.fromResult(
    planLockfile({ root, looked, installed: installedIn(scope, ledger), prune })
  )
})

/** What the lockfile did not say before, and what of the vendored copies it does not say now either. */
const driftAround = Effect.fnUntraced(function* (
  scope: ProjectScope,
  ledger: LedgerState,
  { after, before }: { readonly before: Lockfile; readonly after: Lockfile }
) {
  const was = yield* driftIn(scope, before, ledger)
  const is = yield* driftIn(scope, after, ledger)
  return [
    ...was.filter(({ kind }) => !isVendoredDrift(kind)),
    ...is.filter(({ kind }) => isVendoredDrift(kind))
  ]
})

/**
 * Writes the project's lockfile from its ledger, in one transaction. What the lockfile names and this machine does not
 * have stays unless it is pruned; nothing of the vendored copies changes.
 */
export const lock = Effect.fn("lock")(function* (scope: ProjectScope, requested: LockRequested) {
  const transactions = yield* Transaction
  const before = yield* lockfileIn(scope)
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const { ledger } = transaction
  const { after, plan } = yield* planIn(scope, ledger, requested.prune)
  const drift = yield* driftAround(scope, ledger, { before, after })
  const report = { path: projectPlaces(scope.root).lockfile, capabilities: idsOf(after), drift }
  if (plan.files.length === 0) return { ...report, status: "unchanged", warnings: [] } satisfies LockReport
  const { dirsCreated, files } = plan
  const change = { op: "lock", id: "", ledger, consentAdd: [], store: [], files, dirsCreated } as const
  // Commit point.
  const committed = yield* transaction.commit(withLeftovers(transaction, change))
  const told = yield* checkoutWarnings(scope, plan, [])
  return {
    ...report,
    status: "written",
    warnings: [...plan.warnings, ...told, ...committed.warnings]
  } satisfies LockReport
}, Effect.scoped)
