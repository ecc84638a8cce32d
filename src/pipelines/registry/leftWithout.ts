import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { activeIn } from "./active.ts"

const worsened = Effect.fnUntraced(function* (scope: LedgerScope, ids: ReadonlyArray<string>) {
  const active = yield* activeIn(scope)
  const others = active.filter((one) => !ids.includes(one.id))
  if (others.length === 0 || others.length === active.length) return []
  const { refusals } = yield* Effect.promise(() => import("./refusals.ts"))
  const { refused: before } = yield* refusals(active)
  const { refused: after } = yield* refusals(others)
  return Object.entries(after)
    .filter(([other]) => !Object.hasOwn(before, other))
    .map(([other, reason]) => `\`${other}\` is not acted on any more: ${reason}`)
})

/**
 * Warnings about capabilities that need what goes with these. What keeps the others from being looked at keeps nobody
 * from taking these away.
 */
export const leftWithout = (scope: LedgerScope, ledger: LedgerState, ids: ReadonlyArray<string>) =>
  ledger.entries.size < 2
    ? Effect.succeed<ReadonlyArray<string>>([])
    : Effect.orElseSucceed(worsened(scope, ids), (): ReadonlyArray<string> => [])
