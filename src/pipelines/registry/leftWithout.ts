import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { activeIn } from "./active.ts"
import { switchedOffIn } from "./switchedOff.ts"

const worsened = Effect.fnUntraced(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  ids: ReadonlyArray<string>
) {
  const active = yield* activeIn(scope)
  const others = active.filter((one) => !ids.includes(one.id))
  const isOneOff = ids.some((id) => !ledger.entries.has(id))
  if (others.length === 0 || (others.length === active.length && !isOneOff)) return []
  const { refusals } = yield* Effect.promise(() => import("./refusals.ts"))
  const off = yield* switchedOffIn(scope, ledger)
  const { refused: before } = yield* refusals(active, off)
  const { refused: after } = yield* refusals(others, new Set([...off.keys(), ...ids]))
  return Object.entries(after)
    .filter(([other]) => !Object.hasOwn(before, other))
    .map(([other, reason]) => `\`${other}\` is not acted on any more: ${reason}`)
})

/**
 * Warnings about capabilities that need what goes with these; one that is not installed is switched off. What keeps the others from being looked at keeps nobody
 * from taking these away.
 */
export const leftWithout = (scope: LedgerScope, ledger: LedgerState, ids: ReadonlyArray<string>) =>
  ledger.entries.size < 2 && ids.every((id) => ledger.entries.has(id))
    ? Effect.succeed<ReadonlyArray<string>>([])
    : Effect.orElseSucceed(worsened(scope, ledger, ids), (): ReadonlyArray<string> => [])
