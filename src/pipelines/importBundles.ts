import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Exported } from "../domain/exchange/exportFile.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { brought, syncReport } from "../domain/project/syncReport.ts"
import { openExport, suppliedBy, type OpenExport } from "./exchange/open.ts"
import { install } from "./install.ts"
import type { Requested } from "./install/stages.ts"
import { inTurn } from "./sync/inTurn.ts"

/** What the caller asks for. */
export interface ImportRequested {
  /** The export, as given. */
  readonly file: string
  readonly scope: LedgerScope
  /** Lets another source take the place of the installed one. */
  readonly replace: boolean
  readonly allowDowngrade: boolean
  /** Settings files to put hooks and servers into, as typed. */
  readonly wire?: ReadonlyArray<string>
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const requestOf = (opened: OpenExport, exported: Exported, requested: ImportRequested): Requested => {
  const { file: _file, ...rest } = requested
  return {
    op: "install",
    ...rest,
    ...suppliedBy(opened, exported),
    expectedId: exported.id,
    agreed: exported.contentHash
  }
}

/**
 * Installs what an export holds, each in a transaction of its own, by the walk of every install: the bytes must be those
 * that it names, the policy is that of the source that it names, consent is asked as always. What could not be installed
 * is told in its row, and the others go on. Fails when the file is no export.
 */
export const importBundles = Effect.fn("import")(function* (requested: ImportRequested) {
  const opened = yield* openExport(requested.file)
  const items = opened.capabilities.map((one) => [one.id, one] as const)
  const results = yield* inTurn(items, ([, exported]) =>
    Effect.map(install(requestOf(opened, exported, requested)), brought)
  )
  return syncReport(requested.scope.kind, results)
}, Effect.scoped)
