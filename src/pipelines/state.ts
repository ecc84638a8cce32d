import * as Effect from "effect/Effect"
import type { OverlayState } from "../domain/overlay/overlayState.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { listed } from "./list.ts"
import { entryIn } from "./overlays/find.ts"

/** What decides about each capability of a scope, ascending by id; of one alone when an id is given. */
export const state = Effect.fn("state")(function* (scope: LedgerScope, id?: string) {
  const { ledger, rows } = yield* listed(scope)
  if (id !== undefined && !rows.some((row) => row.id === id)) yield* entryIn(ledger, scope, id)
  return rows
    .filter((row) => id === undefined || row.id === id)
    .map((row): OverlayState => {
      const entry = ledger.entries.get(row.id)
      return {
        ...row,
        installed: entry !== undefined,
        enabled: entry !== undefined && entry.disabled !== true,
        active: row.status === "active",
        wire: entry?.wire ?? []
      }
    })
})
