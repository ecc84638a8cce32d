import type { LoopHookKind, LoopPoint } from "../capability/loopContract.ts"
import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import type { Owned, RegistryMember } from "../registry/Registry.ts"
import { hookId, type HookId, type InactiveHook } from "./hook.ts"
import { byIdThenIndex, orderHooks } from "./order.ts"
import { misfitsOf, usersOwn, whyNotTrue, whyOff, whyOther, type ValueOf } from "./switch.ts"
import type { LoopFeature, LoopRegistry } from "./view.ts"

/** A hook of a capability as `state` shows it. */
export interface HookState {
  readonly hook: HookId
  readonly kind: LoopHookKind
  readonly point: LoopPoint
  /** Key that switches it. */
  readonly when?: string
  readonly active: boolean
  /** Why it is not in force, as a sentence without a period; absent when it is. */
  readonly reason?: string
}

/** The hooks at a point whose switches are on, each kind in its order, and the others with the reason. */
export interface PointActivation {
  readonly steps: ReadonlyArray<Owned<Step>>
  readonly contributions: ReadonlyArray<Owned<Contribution>>
  readonly gates: ReadonlyArray<Owned<Gate>>
  readonly inactive: ReadonlyArray<InactiveHook>
  readonly warnings: ReadonlyArray<string>
}

/** Whose hooks count. */
export type Loaded = Pick<LoopRegistry, "members">

type Switched = Pick<Step, "point" | "when" | "pointFrom">

/** Why a hook of a manifest is not in force at its point, as a sentence without a period; undefined when it is. */
const whyInactive = (manifest: LoopFeature, hook: Switched, valueOf: ValueOf): string | undefined => {
  const { activationKey } = manifest
  const { point, pointFrom, when } = hook
  return (
    (activationKey === undefined ? undefined : whyNotTrue(manifest, activationKey, valueOf)) ??
    (when === undefined ? undefined : whyOff(manifest, when, valueOf)) ??
    (pointFrom === undefined ? undefined : whyOther(manifest, { key: pointFrom, wanted: point }, valueOf))
  )
}

const unloaded = (id: string): string => `\`${id}\` is not loaded`

const whyNot = (
  { members }: Loaded,
  { hook, id }: Pick<Owned<Switched>, "hook" | "id">,
  valueOf: ValueOf
): string | undefined => {
  const manifest = members.get(id)?.manifest
  return manifest?.role === "feature" ? whyInactive(manifest, hook, valueOf) : unloaded(id)
}

/**
 * Each hook of one capability: whether it is in force at its point by the capability's being loaded and by its switches,
 * and why not. In the order of its manifest: steps, contributions, gates.
 */
export const hookStates = (
  registry: Loaded,
  { id, manifest }: Pick<RegistryMember, "id" | "manifest">,
  valueOf: ValueOf
): ReadonlyArray<HookState> => {
  if (manifest.role !== "feature") return []
  const isLoaded = registry.members.has(id)
  const states = (kind: LoopHookKind, hooks: ReadonlyArray<Switched>) =>
    hooks.map((hook, index): HookState => {
      const reason = isLoaded ? whyInactive(manifest, hook, valueOf) : unloaded(id)
      const when = hook.when === undefined ? {} : { when: hook.when }
      const about = { hook: hookId(id, kind, index), kind, point: hook.point, ...when }
      return reason === undefined ? { ...about, active: true } : { ...about, active: false, reason }
    })
  return [
    ...states("step", manifest.steps),
    ...states("contribution", manifest.contributions),
    ...states("gate", manifest.gates)
  ]
}

interface Judged<A> {
  readonly active: ReadonlyArray<Owned<A>>
  readonly inactive: ReadonlyArray<InactiveHook>
}

const judged = <A extends Switched>(
  registry: Loaded,
  { hooks, kind }: { readonly hooks: ReadonlyArray<Owned<A>>; readonly kind: LoopHookKind },
  valueOf: ValueOf
): Judged<A> => {
  const inactive: Array<InactiveHook> = []
  const active = hooks.filter((owned) => {
    const reason = whyNot(registry, owned, valueOf)
    if (reason === undefined) return true
    const { hook, id, index } = owned
    inactive.push({ hook: hookId(id, kind, index), capId: id, kind, point: hook.point, reason })
    return false
  })
  return { active, inactive }
}

/** Keys that decide about these hooks. */
const switchesOf = ({ members }: Loaded, owned: ReadonlyArray<Owned<Switched>>): ReadonlySet<string> =>
  new Set(
    owned.flatMap(({ hook, id }) => {
      const manifest = members.get(id)?.manifest
      const key = manifest?.role === "feature" ? manifest.activationKey : undefined
      return [key, hook.when, hook.pointFrom].filter((one) => one !== undefined)
    })
  )

const ringWarnings = (kind: LoopHookKind, rings: ReadonlyArray<ReadonlyArray<Owned<unknown>>>) =>
  rings.map((ring) => {
    const names = ring.map(({ id, index }) => `\`${hookId(id, kind, index)}\``).join(", ")
    return `${names} wait for each other in a ring; their names alone decide which is first`
  })

const isHolding = ({ hook }: Owned<Gate>): boolean => hook.blocking && !("agentVerdict" in hook.check)

/**
 * Blocking gates that are off here, though by the user's own configuration and the defaults they would hold the loop. A
 * project's configuration is written by whoever writes the project, so that this is said loudly.
 */
const heldOffWarnings = (
  loaded: Loaded,
  gates: ReadonlyArray<Owned<Gate>>,
  valueOf: ValueOf
): ReadonlyArray<string> =>
  gates.filter(isHolding).flatMap((owned) => {
    const reason = whyNot(loaded, owned, valueOf)
    const isOff = reason !== undefined && whyNot(loaded, owned, usersOwn(valueOf)) === undefined
    const name = hookId(owned.id, "gate", owned.index)
    return isOff ? [`\`${name}\` would hold the loop at \`${owned.hook.point}\` and is off: ${reason}`] : []
  })

/** The steps and contributions at a point that are in force by their switches, in no order of their own. */
export const inForceAt = (
  registry: Pick<LoopRegistry, "members" | "index">,
  point: LoopPoint,
  valueOf: ValueOf
): Pick<PointActivation, "steps" | "contributions"> => {
  const { contributions = [], steps = [] } = registry.index.points.get(point) ?? {}
  const isOn = (owned: Owned<Switched>): boolean => whyNot(registry, owned, valueOf) === undefined
  return { steps: steps.filter(isOn), contributions: contributions.filter(isOn) }
}

/** The hooks at a point that are in force by their switches alone: fragments are not looked at. */
export const activationAt = (
  registry: Pick<LoopRegistry, "members" | "index">,
  point: LoopPoint,
  valueOf: ValueOf
): PointActivation => {
  const { contributions = [], gates = [], steps = [] } = registry.index.points.get(point) ?? {}
  // All that are loaded are ordered, so that a switch moves nobody else.
  const step = orderHooks(steps)
  const contribution = orderHooks(contributions)
  const gate = gates.toSorted(byIdThenIndex)
  const active = {
    steps: judged(registry, { hooks: step.ordered, kind: "step" }, valueOf),
    contributions: judged(registry, { hooks: contribution.ordered, kind: "contribution" }, valueOf),
    gates: judged(registry, { hooks: gate, kind: "gate" }, valueOf)
  }
  const keys = switchesOf(registry, [...step.ordered, ...contribution.ordered, ...gate])
  return {
    steps: active.steps.active,
    contributions: active.contributions.active,
    gates: active.gates.active,
    inactive: [...active.steps.inactive, ...active.contributions.inactive, ...active.gates.inactive],
    warnings: [
      ...heldOffWarnings(registry, gate, valueOf),
      ...[...keys].flatMap((key) => misfitsOf(valueOf(key))),
      ...ringWarnings("step", step.rings),
      ...ringWarnings("contribution", contribution.rings)
    ]
  }
}
