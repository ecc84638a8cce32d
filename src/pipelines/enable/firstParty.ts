import * as Effect from "effect/Effect"
import type { FirstPartySwitch } from "../../domain/install/firstPartySwitch.ts"
import { planFirstPartySwitch } from "../../domain/install/planSwitch.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Transaction } from "../../services/Transaction.ts"
import { otherScope } from "../project/here.ts"
import { inStep } from "../projection/inStep.ts"
import { neededInProjects } from "../registry/dependants.ts"
import { firstPartyMembers } from "../registry/firstParty.ts"
import { leftWithout } from "../registry/leftWithout.ts"
import type { SwitchRequested } from "./requested.ts"

/** Says when it stays off all the same. */
const stillOff = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const ledgers = yield* Ledger
  const other = yield* otherScope(scope)
  if (other === undefined || !(yield* ledgers.read(other)).switches.has(id)) return []
  const command = `gsd capability enable ${id}${other.kind === "project" ? " --scope project" : ""}`
  return [`\`${id}\` stays switched off in ${other.kind} scope; \`${command}\` switches it on there`]
})

const outcome = (
  { id, scope }: SwitchRequested,
  status: FirstPartySwitch["status"],
  warnings: ReadonlyArray<string>
): FirstPartySwitch => ({
  status,
  id,
  version: firstPartyMembers().find((one) => one.id === id)?.manifest.version ?? "",
  origin: "first-party",
  scope: scope.kind,
  warnings
})

/** Who is left without it. */
const left = Effect.fnUntraced(function* ({ id, scope }: SwitchRequested, ledger: LedgerState) {
  return [...(yield* leftWithout(scope, ledger, [id])), ...(yield* neededInProjects(scope, [id]))]
})

/** Switches a capability that the product brings along on or off in a scope: its ledger says so, and every surface obeys. */
export const switchFirstParty = Effect.fn("switchFirstParty")(function* (
  requested: SwitchRequested,
  before: LedgerState,
  enabled: boolean
) {
  const transactions = yield* Transaction
  const { id, scope } = requested
  const elsewhere = enabled ? yield* stillOff(scope, id) : []
  if (before.switches.has(id) !== enabled) return outcome(requested, "unchanged", elsewhere)
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const warnings = enabled ? elsewhere : yield* left(requested, transaction.ledger)
  const planned = planFirstPartySwitch(transaction, id, enabled)
  const { change, told, warnings: inHosts } = yield* inStep(transaction, planned, { scope })
  // Commit point.
  const committed = yield* transaction.commit(change)
  const done = outcome(requested, enabled ? "enabled" : "disabled", [
    ...warnings,
    ...inHosts,
    ...committed.warnings
  ])
  return { ...done, ...told } satisfies FirstPartySwitch
}, Effect.scoped)
