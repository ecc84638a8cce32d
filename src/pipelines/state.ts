import * as Effect from "effect/Effect"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { Overlay } from "../domain/overlay/overlay.ts"
import type { OverlayState } from "../domain/overlay/overlayState.ts"
import type { LedgerScope } from "../domain/paths.ts"
import type { Registry, RegistryMember } from "../domain/registry/Registry.ts"
import { listed } from "./list.ts"
import { entryIn } from "./overlays/find.ts"
import { hooksIn } from "./overlays/hooks.ts"
import { firstPartyRow, offNote, offSentence } from "./registry/firstParty.ts"
import type { SwitchedOff } from "./registry/switchedOff.ts"

/** Whose state is asked for. */
export interface StateOptions {
  /** Every capability of the product too, not only those that are switched off. */
  readonly all?: boolean
}

/** Why a capability of the product is not acted on though nobody switched it off. */
const refusal = ({ skipped }: Registry, id: string): Pick<Overlay, "status" | "reason"> => {
  const reason = skipped.find((one) => one.id === id && one.origin === "first-party")?.reason
  return reason?._tag === "Refused"
    ? { status: "skipped", reason: reason.problems[0]?.message ?? "the others refuse it" }
    : { status: "active" }
}

const ownRow = (
  member: RegistryMember,
  scope: LedgerScope,
  { off, registry }: { readonly off: SwitchedOff; readonly registry: Registry }
): Overlay => {
  const where = off.get(member.id)
  return firstPartyRow(
    member,
    scope,
    where === undefined
      ? refusal(registry, member.id)
      : { status: "inactive", reason: offSentence, ...offNote(scope, where) }
  )
}

const stateOf = (ledger: LedgerState, row: Overlay, hooks: OverlayState["hooks"]): OverlayState => {
  const entry = ledger.entries.get(row.id)
  const isOurs = row.origin === "first-party"
  return {
    ...row,
    installed: isOurs || entry !== undefined,
    enabled: isOurs ? row.reason !== offSentence : entry !== undefined && entry.disabled !== true,
    active: row.status === "active",
    wire: isOurs ? [] : (entry?.wire ?? []),
    hooks
  }
}

/**
 * What decides about each installed capability of a scope and about those of the product that are switched off there,
 * the installed ones first, each ascending by id; of one alone when an id is given, whichever it is.
 */
export const state = Effect.fn("state")(function* (
  scope: LedgerScope,
  id?: string,
  { all = false }: StateOptions = {}
) {
  const { ledger, off, rows } = yield* listed(scope)
  const hooks = yield* hooksIn(scope, ledger)
  const { firstParty, registry } = hooks
  const isInstalled = id !== undefined && rows.some((row) => row.id === id)
  if (id !== undefined && !isInstalled && !firstParty.has(id)) yield* entryIn(ledger, scope, id)
  const isAsked = (one: string): boolean =>
    id === undefined ? all || off.has(one) : one === id && !isInstalled
  const ours = [...firstParty.values()]
    .filter((member) => isAsked(member.id))
    .map((member) => ownRow(member, scope, { off, registry }))
  const asked = [...rows.filter((row) => id === undefined || row.id === id), ...ours]
  return yield* Effect.forEach(asked, (row) =>
    Effect.map(
      row.origin === "first-party" ? hooks.ofFirstParty(row.id) : hooks.ofInstalled(row.id),
      (found) => stateOf(ledger, row, found)
    )
  )
})
