import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LoopPoint } from "../../domain/capability/loopContract.ts"
import type { Contribution, Step } from "../../domain/capability/schema/loopHooks.ts"
import { activeContribution, activeGate, activeStep } from "../../domain/loop/active.ts"
import { activationAt } from "../../domain/loop/activation.ts"
import { hookId, type InactiveHook, type RenderedPoint } from "../../domain/loop/hook.ts"
import { markdownOf } from "../../domain/loop/markdown.ts"

import { artifactsBefore, unsatisfiedIn } from "../../domain/loop/unsatisfied.ts"
import { unloadedGatesAt, unloadedSentence } from "../../domain/loop/unloaded.ts"
import type { LoopRegistry } from "../../domain/loop/view.ts"
import type { Owned } from "../../domain/registry/Registry.ts"
import type { loopContext } from "./context.ts"
import { readFragment } from "./fragments.ts"

/** What decides what is in force. */
export type LoopContext = Effect.Success<ReturnType<typeof loopContext>>

/** What a render asks of it. */
export interface RenderContext extends Pick<LoopContext, "policy" | "valueOf"> {
  readonly registry: LoopRegistry
}

type Kind = "step" | "contribution"

/** A hook with its text; undefined when it has none. */
interface WithText<A> {
  readonly owned: Owned<A>
  readonly fragment: string | undefined
}

const reader = <A extends Pick<Step | Contribution, "point" | "fragment">>(
  { members }: Pick<LoopRegistry, "members">,
  kind: Kind
) =>
  Effect.fnUntraced(function* (owned: Owned<A>) {
    const { hook, id, index } = owned
    const member = members.get(id)
    if (hook.fragment === undefined || member === undefined)
      return Result.succeed<WithText<A>>({ owned, fragment: undefined })
    const read = yield* readFragment(member, hook.fragment)
    return Result.mapBoth(read, {
      onSuccess: (fragment): WithText<A> => ({ owned, fragment }),
      onFailure: (reason): InactiveHook => ({
        hook: hookId(id, kind, index),
        capId: id,
        kind,
        point: hook.point,
        reason
      })
    })
  })

const concurrency = 8

const readAll = Effect.fnUntraced(function* <A extends Pick<Step | Contribution, "point" | "fragment">>(
  registry: Pick<LoopRegistry, "members">,
  kind: Kind,
  hooks: ReadonlyArray<Owned<A>>
) {
  const read = yield* Effect.forEach(hooks, reader<A>(registry, kind), { concurrency })
  return {
    texts: read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : [])),
    unreadable: read.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  }
})

/**
 * What is in force at a point, each hook with its text. A hook whose text is not to be had is not in force, and said so
 * loudly; nobody else suffers.
 */
export const renderPoint = Effect.fn("loop.renderPoint")(function* (
  context: RenderContext,
  point: LoopPoint
) {
  const { policy, registry, valueOf } = context
  const activation = activationAt(registry, point, valueOf)
  const steps = yield* readAll<Step>(registry, "step", activation.steps)
  const contributions = yield* readAll<Contribution>(registry, "contribution", activation.contributions)
  const unreadable = [...steps.unreadable, ...contributions.unreadable]
  const missing = unsatisfiedIn(
    [...steps.texts, ...contributions.texts].map(({ owned }) => owned.hook),
    artifactsBefore(registry, point, valueOf)
  )
  const looked = ({ fragment }: WithText<unknown>, at: number) => ({
    fragment,
    unsatisfied: missing[at] ?? []
  })
  const unloadedGates = unloadedGatesAt(registry, point, policy)
  const rendered: Omit<RenderedPoint, "rendered"> = {
    point,
    activeHooks: [
      ...steps.texts.map((one, at) => activeStep(one.owned, looked(one, at))),
      ...contributions.texts.map((one, at) =>
        activeContribution(one.owned, looked(one, steps.texts.length + at), valueOf)
      ),
      ...activation.gates.map(activeGate)
    ],
    inactive: [...activation.inactive, ...unreadable],
    unloadedGates,
    warnings: [
      ...unloadedGates.map((gate) => unloadedSentence(gate, point)),
      ...unreadable.map(({ hook, reason }) => `\`${hook}\` is not in force: ${reason}`),
      ...activation.warnings
    ]
  }
  return { ...rendered, rendered: markdownOf(rendered) } satisfies RenderedPoint
})
