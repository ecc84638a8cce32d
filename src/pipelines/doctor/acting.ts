import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { WiringFacts } from "../../domain/doctor/judgeWiring.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { bytesReason } from "../../domain/overlay/activation.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { ownedBy } from "../../domain/projection/wish.ts"
import { builtInIds } from "../../domain/registry/builtIn.ts"
import { unverified } from "../../domain/verify/verdict.ts"
import { Store } from "../../services/Store.ts"
import { inspectContext } from "../overlays/context.ts"
import { inspectAll } from "../overlays/inspect.ts"

/** What cannot be told to be active is not put back, nor is it taken out. */
export const untold: Pick<WiringFacts, "active" | "inactive"> = { active: new Set(), inactive: new Map() }

/** What is projected of the product's own is judged by `gsd runtime status` only. */
const isJudged = (owner: string): boolean => {
  const { capability, runtime } = ownedBy(owner)
  return runtime === undefined || (capability !== "" && !builtInIds.has(capability))
}

const ownersIn = (ledger: LedgerState): ReadonlyArray<string> =>
  [...ledger.files.values()]
    .flatMap(({ wiring }) => (wiring?.entries ?? []).map(({ owner }) => owner))
    .filter(isJudged)

/** Of what would be acted on and has entries, whatever a byte of is not as recorded: any of its files may be run. */
const modifiedIn = Effect.fnUntraced(function* (ledger: LedgerState, active: ReadonlySet<string>) {
  const store = yield* Store
  const ids = new Set(ownersIn(ledger).map((owner) => ownedBy(owner).capability))
  const owners = [...ids].filter((id) => active.has(id))
  const found = yield* Effect.forEach(
    owners,
    Effect.fnUntraced(function* (owner) {
      const entry = ledger.entries.get(owner)
      const verdict =
        entry === undefined
          ? unverified
          : yield* Effect.orElseSucceed(store.verify(entry.contentHash), () => unverified)
      const isChanged = verdict.verdict === "modified" || verdict.verdict === "missing"
      return isChanged ? [[owner, bytesReason(verdict)] as const] : []
    })
  )
  return new Map(found.flat())
})

/** Whose entries are acted on now, and which owners of recorded entries are not. */
export const standings = Effect.fn("doctor.standings")(function* (scope: LedgerScope, ledger: LedgerState) {
  if (ledger.files.size === 0) return untold
  const context = yield* inspectContext(scope, ledger)
  const inspected = yield* inspectAll(context, [...ledger.entries])
  const reasons = new Map(inspected.map(({ row }) => [row.id, row.reason ?? row.status]))
  const listed = new Set(inspected.flatMap(({ row }) => (row.status === "active" ? [row.id] : [])))
  const modified = yield* modifiedIn(ledger, listed)
  const acting = new Set([...listed].filter((id) => !modified.has(id)))
  const owners = ownersIn(ledger)
  const active = new Set([...acting, ...owners.filter((owner) => acting.has(ownedBy(owner).capability))])
  if (Result.isFailure(context.policy) || Result.isFailure(context.consent)) return { ...untold, active }
  const others = owners.filter((owner) => !active.has(owner))
  const inactive = new Map(
    others.map((owner) => {
      const { capability } = ownedBy(owner)
      return [owner, modified.get(capability) ?? reasons.get(capability) ?? "no entry of it can be read"]
    })
  )
  return { active, inactive }
})
