import * as Effect from "effect/Effect"
import { emptyLedger } from "../../domain/ledger/state.ts"
import { globalScope, scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { FileWiring } from "../../domain/settings/FileWiring.ts"
import { Ledger } from "../../services/Ledger.ts"

const nothing = () => Effect.succeed(emptyLedger)

/**
 * What ledgers of other scopes record of settings files: a function of the file's path. A ledger that nobody can read
 * tells nothing.
 */
export const wiredElsewhere = Effect.fn("wiring.elsewhere")(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const projects = (yield* ledgers.projects).map((key): LedgerScope => ({ kind: "project", key, root: "" }))
  const others = [globalScope, ...projects].filter((one) => scopeKey(one) !== scopeKey(scope))
  const read = yield* Effect.forEach(others, (one) =>
    Effect.catchTags(ledgers.read(one), { LedgerCorrupt: nothing, LedgerTooNew: nothing })
  )
  return (file: string): ReadonlyArray<FileWiring> =>
    read.flatMap(({ files }) => {
      const wiring = files.get(file)?.wiring
      return wiring === undefined ? [] : [wiring]
    })
})

/** Where something is wired. */
export type WiredElsewhere = Effect.Success<ReturnType<typeof wiredElsewhere>>
