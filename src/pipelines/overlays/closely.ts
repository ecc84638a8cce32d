import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findRecord } from "../../domain/consent/record.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { rowsIn } from "../list.ts"
import { inspectContext } from "./context.ts"
import { rowOf } from "./inspect.ts"
import { inspectCold } from "./inspectCold.ts"

/** One entry of a ledger. */
export interface Entered {
  readonly ledger: LedgerState
  readonly id: string
  readonly entry: LedgerEntry
}

/** Looks at one entry without a cache: its row, its manifest as read, its consent record. */
export const lookClosely = Effect.fn("overlays.closely")(function* (
  scope: LedgerScope,
  { entry, id, ledger }: Entered
) {
  const context = yield* inspectContext(scope, ledger)
  const { raw, seen } = yield* inspectCold(context.hostVersion, id, entry)
  const row = rowOf(context, { id, entry, seen })
  // What keeps it from being acted on may also be the others.
  const listed =
    row.status === "active" ? (yield* rowsIn(scope, ledger)).find((one) => one.id === id) : undefined
  const beside = listed?.reason === undefined ? {} : { status: listed.status, reason: listed.reason }
  const key = { scope: scopeKey(scope), id, digest: entry.consentDigest }
  const record = Result.isSuccess(context.consent) ? findRecord(context.consent.success, key) : undefined
  return { row: { ...row, ...beside }, raw, record }
})
