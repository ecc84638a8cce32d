import * as Effect from "effect/Effect"
import { namedBy, type Named } from "../../domain/ledger/named.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"

const everything: Named = { has: () => true }

/**
 * Content named by the ledgers of every scope but `except`. A corrupt ledger may name anything,
 * so then everything counts as named and nothing is ever moved to trash because of it.
 */
export const namedExcept = Effect.fnUntraced(function* (except: LedgerScope | undefined) {
  const ledger = yield* Ledger
  const projects = yield* ledger.projects
  const scopes: ReadonlyArray<LedgerScope> = [
    globalScope,
    ...projects.map((key) => ({ kind: "project" as const, key, root: "" }))
  ]
  const others = scopes.filter(
    (scope) =>
      except === undefined ||
      scope.kind !== except.kind ||
      (scope.kind === "project" && except.kind === "project" && scope.key !== except.key)
  )
  const named = yield* Effect.forEach(others, (scope) =>
    ledger.read(scope).pipe(
      Effect.map(namedBy),
      Effect.catchTags({
        LedgerCorrupt: () => Effect.succeed(everything),
        LedgerTooNew: () => Effect.succeed(everything),
        FileTooLarge: () => Effect.succeed(everything)
      })
    )
  )
  const all: Named = { has: (contentHash) => named.some((one) => one.has(contentHash)) }
  return all
})
