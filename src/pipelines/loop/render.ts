import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LoopPoint } from "../../domain/capability/loopContract.ts"
import type { Contribution, Gate, Step } from "../../domain/capability/schema/loopHooks.ts"
import {
  activeContribution,
  activeGate,
  activeStep,
  checkOf,
  withheldValues
} from "../../domain/loop/active.ts"
import { activationAt } from "../../domain/loop/activation.ts"
import { hookId, type InactiveHook, type RenderedPoint } from "../../domain/loop/hook.ts"
import { markdownOf } from "../../domain/loop/markdown.ts"

import { ownValues } from "../../domain/loop/switch.ts"
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

const reader =
  <A extends Pick<Step | Contribution, "point" | "fragment">>(
    { members }: Pick<LoopRegistry, "members">,
    kind: Kind
  ) =>
  (owned: Owned<A>) => {
    const { hook, id, index } = owned
    const member = members.get(id)
    if (hook.fragment === undefined || member === undefined)
      return Effect.succeed(Result.succeed<WithText<A>>({ owned, fragment: undefined }))
    return Effect.map(readFragment(member, hook.fragment), (read) =>
      Result.mapBoth(read, {
        onSuccess: (fragment): WithText<A> => ({ owned, fragment }),
        onFailure: (reason): InactiveHook => ({
          hook: hookId(id, kind, index),
          capId: id,
          kind,
          point: hook.point,
          reason
        })
      })
    )
  }

const readAll = Effect.fnUntraced(function* <A extends Pick<Step | Contribution, "point" | "fragment">>(
  registry: Pick<LoopRegistry, "members">,
  kind: Kind,
  hooks: ReadonlyArray<Owned<A>>
) {
  // One after the other: small files are read at once, and a fiber for each costs more than most of them.
  const read = yield* Effect.forEach(hooks, reader<A>(registry, kind))
  return {
    texts: read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : [])),
    unreadable: read.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  }
})

/** Gates with their checks; one whose text for an agent is not to be had, which never blocks, is none. */
const gatesOf = (gates: ReadonlyArray<Owned<Gate>>) => {
  const read = gates.map((owned) =>
    Result.mapBoth(checkOf(owned.hook), {
      onSuccess: (check) => activeGate(owned, check),
      onFailure: (reason): InactiveHook => ({
        hook: hookId(owned.id, "gate", owned.index),
        capId: owned.id,
        kind: "gate",
        point: owned.hook.point,
        reason
      })
    })
  )
  return {
    gates: read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : [])),
    unreadable: read.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  }
}

/** Contributions given the values of their own keys, with a sentence on each that is withheld. */
const contributionsOf = (
  { registry, valueOf }: RenderContext,
  texts: ReadonlyArray<WithText<Contribution>>,
  unsatisfied: ReadonlyArray<ReadonlyArray<string>>
) => {
  const own = ({ id }: Owned<Contribution>) => registry.members.get(id)?.manifest
  return {
    contributions: texts.map(({ fragment, owned }, at) =>
      activeContribution(
        owned,
        { fragment, unsatisfied: unsatisfied[at] ?? [] },
        ownValues(own(owned), valueOf)
      )
    ),
    withheld: texts.flatMap(({ owned }) => withheldValues(owned, own(owned)))
  }
}

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
  const { gates, unreadable: unusable } = gatesOf(activation.gates)
  const unreadable = [...steps.unreadable, ...contributions.unreadable, ...unusable]
  const missing = unsatisfiedIn(
    [...steps.texts, ...contributions.texts].map(({ owned }) => owned.hook),
    artifactsBefore(registry, point, valueOf)
  )
  const given = contributionsOf(context, contributions.texts, missing.slice(steps.texts.length))
  const unloadedGates = unloadedGatesAt(registry, point, policy)
  const rendered: Omit<RenderedPoint, "rendered"> = {
    point,
    activeHooks: [
      ...steps.texts.map(({ fragment, owned }, at) =>
        activeStep(owned, { fragment, unsatisfied: missing[at] ?? [] })
      ),
      ...given.contributions,
      ...gates
    ],
    inactive: [...activation.inactive, ...unreadable],
    unloadedGates,
    warnings: [
      ...unloadedGates.map((gate) => unloadedSentence(gate, point)),
      ...unreadable.map(({ hook, reason }) => `\`${hook}\` is not in force: ${reason}`),
      ...given.withheld,
      ...activation.warnings
    ]
  }
  return { ...rendered, rendered: markdownOf(rendered) } satisfies RenderedPoint
})
