import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { auditRows, isAbout } from "../domain/audit/history.ts"
import { auditLimits, damageOf, readLog, type AuditReport } from "../domain/audit/verdict.ts"
import { globalScope, scopeKey, type LedgerScope } from "../domain/paths.ts"
import { AuditLog } from "../services/AuditLog.ts"
import { ConsentStore } from "../services/ConsentStore.ts"
import { Ledger } from "../services/Ledger.ts"

/** What the caller asks for. */
export interface LogRequested {
  /** Only what was about this id. */
  readonly id?: string
  /** Compares the log with what ledgers name, and says what a sound chain can show. */
  readonly verify: boolean
}

/** The line that each ledger names; one that cannot be read names none. */
const headsOf = Effect.gen(function* () {
  const ledgers = yield* Ledger
  const projects = (yield* ledgers.projects).map((key): LedgerScope => ({ kind: "project", key, root: "" }))
  const heads = yield* Effect.forEach([globalScope, ...projects], (scope) =>
    Effect.map(Effect.result(ledgers.read(scope)), (read) =>
      Result.isSuccess(read) ? [{ scope: scopeKey(scope), auditHead: read.success.auditHead }] : []
    )
  )
  return heads.flat()
})

const tornNote = (bytes: number): ReadonlyArray<string> =>
  bytes === 0
    ? []
    : [`a last line of ${bytes} bytes never ended, as after a power cut; the next command cuts it off`]

/**
 * Reads the audit log of all scopes: what was done, when, and who consented, as far as its chain holds. A consent store
 * that cannot be read only leaves out who consented.
 */
export const log = Effect.fn("log")(function* ({ id, verify }: LogRequested) {
  const audit = yield* AuditLog
  const consents = yield* ConsentStore
  const found = readLog(yield* audit.read)
  const consent = yield* Effect.orElseSucceed(consents.read, () => new Map())
  const rows = auditRows(found.lines, consent)
  const heads = verify ? yield* headsOf : []
  return {
    rows: id === undefined ? rows : rows.filter((row) => isAbout(row, id)),
    lines: found.count,
    damage: damageOf(found, heads),
    ...(verify ? { limits: auditLimits } : {}),
    notes: tornNote(found.tornBytes)
  } satisfies AuditReport
})
