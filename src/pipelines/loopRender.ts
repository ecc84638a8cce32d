import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LoopPoint } from "../domain/capability/loopContract.ts"
import { viewOf } from "../domain/loop/view.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { LoopViews } from "../services/LoopViews.ts"
import { Policies } from "../services/Policies.ts"
import { Transaction } from "../services/Transaction.ts"
import { loadWithBundles } from "./loadRegistry.ts"
import { contextOver, type LoopWanted } from "./loop/here.ts"
import { scopeHere } from "./project/here.ts"
import { renderPoint } from "./loop/render.ts"

/** Which point is asked for, and what the call says beside it. */
export interface LoopRenderRequested extends LoopWanted {
  readonly point: LoopPoint
}

/** Composes what is acted on, and keeps what of it a render asks for the next one. */
const composedAnew = Effect.fnUntraced(function* (scope: LedgerScope) {
  const views = yield* LoopViews
  const policies = yield* Policies
  const transactions = yield* Transaction
  // What waits changes what is composed, so that it would be kept for nothing.
  yield* transactions.recover
  const policy = yield* Effect.option(policies.read)
  const asked = Option.map(policy, (one) => ({ scope, policy: one }))
  const stand = Option.isNone(asked) ? Option.none() : yield* views.stand(asked.value)
  const { bundles, registry } = yield* loadWithBundles(scope)
  if (Option.isSome(asked) && Option.isSome(stand) && bundles !== undefined)
    yield* views.write(asked.value, stand.value, { view: viewOf(registry), bundles })
  return registry
})

/** What is in force at a point of the loop, here and now: as values, and as an agent reads it. Composes it anew. */
export const loopRender = Effect.fn("loopRender")(function* (wanted: LoopRenderRequested) {
  const scope = yield* scopeHere
  const registry = yield* composedAnew(scope)
  const context = yield* contextOver(registry, wanted)
  return yield* renderPoint({ ...context, registry }, wanted.point)
})
