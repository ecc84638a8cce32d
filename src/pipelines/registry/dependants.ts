import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { member } from "../../domain/json/value.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { emptyLedger } from "../../domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { dependantsOf, type Requirements } from "../../domain/registry/dependants.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"

const noName: ReadonlyArray<string> = []

/** What the active bytes of a capability require; nothing when they are broken, so that it is not acted on anyway. */
const requiredBy = Effect.fnUntraced(function* (contentHash: string) {
  const store = yield* Store
  const bytes = yield* store.read(contentHash, manifestName).pipe(
    Effect.catchTags({
      BundleMissing: () => Effect.undefined,
      IntegrityMismatch: () => Effect.undefined
    })
  )
  const read = bytes === undefined ? undefined : Result.getOrUndefined(readManifest(bytes))
  const requires = member(read?.value, "requires")
  return Array.isArray(requires) ? requires.filter((one) => typeof one === "string") : noName
})

const requirementsIn = Effect.fnUntraced(function* (ledger: LedgerState) {
  const found = yield* Effect.forEach(
    [...ledger.entries],
    ([id, { contentHash }]) => Effect.map(requiredBy(contentHash), (requires) => [id, requires] as const),
    { concurrency: 8 }
  )
  return new Map(found) satisfies Requirements
})

/** The user's ledger, when it can take the place of what goes from a project's. */
const behind = Effect.fnUntraced(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  return scope.kind === "global"
    ? emptyLedger
    : yield* Effect.orElseSucceed(ledgers.read(globalScope), () => emptyLedger)
})

/**
 * Installed capabilities of a scope that require this one, switched on or not, directly or through each other,
 * ascending. None where the user's own of the same id takes its place. Fails when the disk does not let it be told.
 */
export const dependantsIn = Effect.fn("registry.dependants")(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  id: string
) {
  if (ledger.entries.size < 2 || (yield* behind(scope)).entries.has(id)) return noName
  return dependantsOf(yield* requirementsIn(ledger), [id])
})

/** Warnings about capabilities of projects that require what goes from the user's own: no transaction reaches them. */
export const neededInProjects = Effect.fn("registry.neededInProjects")(function* (
  scope: LedgerScope,
  ids: ReadonlyArray<string>
) {
  const ledgers = yield* Ledger
  if (scope.kind === "project") return noName
  const keys = yield* Effect.orElseSucceed(ledgers.projects, () => noName)
  const warnings = yield* Effect.forEach(keys, (key) =>
    Effect.gen(function* () {
      const ledger = yield* ledgers.read({ kind: "project", key, root: "" })
      const lost = ids.filter((one) => !ledger.entries.has(one))
      const left = dependantsOf(yield* requirementsIn(ledger), lost)
      return left.map(
        (one) => `\`${one}\`, installed in a project, is not acted on any more: it needs ${lost.join(", ")}`
      )
    }).pipe(Effect.orElseSucceed(() => noName))
  )
  return warnings.flat()
})
