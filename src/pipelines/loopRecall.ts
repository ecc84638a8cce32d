import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { registryOfView } from "../domain/loop/view.ts"
import { LoopViews } from "../services/LoopViews.ts"
import { Policies } from "../services/Policies.ts"
import { contextOver } from "./loop/here.ts"
import { scopeHere } from "./project/here.ts"
import { renderPoint } from "./loop/render.ts"
import type { LoopRenderRequested } from "./loopRender.ts"

/**
 * The same as `loopRender` from what was kept when it was last composed; none when that does not count any more. Any
 * failure is for `loopRender` to tell.
 */
export const loopRecall = Effect.fn("loopRecall")(function* (wanted: LoopRenderRequested) {
  const views = yield* LoopViews
  const policies = yield* Policies
  const scope = yield* scopeHere
  const view = yield* views.read({ scope, policy: yield* policies.read }, wanted.point)
  if (Option.isNone(view)) return Option.none()
  const registry = registryOfView(view.value)
  const context = yield* contextOver(registry, wanted)
  return Option.some(yield* renderPoint({ ...context, registry }, wanted.point))
})
