import { loopPoints, type LoopPoint } from "../capability/loopContract.ts"
import { factsOf, type SetFacts } from "./facts.ts"
import type { Named } from "../capability/raw.ts"
import type { Owned, PointHooks, RegistryIndex, RegistryMember } from "./Registry.ts"

interface Indexed {
  readonly member: RegistryMember
  readonly facts: SetFacts
}

const byName = (
  members: ReadonlyArray<Indexed>,
  namesOf: (facts: SetFacts) => ReadonlyArray<Named>
): ReadonlyMap<string, string> =>
  new Map(
    members.flatMap(({ facts, member }) => namesOf(facts).map(({ name }) => [name, member.id] as const))
  )

const grouped = <K, A>(pairs: ReadonlyArray<readonly [K, A]>): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

const hooksOf = <A extends { readonly point: LoopPoint }>(
  members: ReadonlyArray<Indexed>,
  pick: (hooks: LoopHooks) => ReadonlyArray<A>
): ReadonlyMap<LoopPoint, ReadonlyArray<Owned<A>>> =>
  grouped(
    members.flatMap(({ member: { id, manifest } }) =>
      manifest.role === "feature"
        ? pick(manifest).map((hook, index) => [hook.point, { id, index, hook }] as const)
        : []
    )
  )

type LoopHooks = Extract<RegistryMember["manifest"], { readonly role: "feature" }>

const pointsOf = (members: ReadonlyArray<Indexed>): ReadonlyMap<LoopPoint, PointHooks> => {
  const steps = hooksOf(members, (hooks) => hooks.steps)
  const contributions = hooksOf(members, (hooks) => hooks.contributions)
  const gates = hooksOf(members, (hooks) => hooks.gates)
  return new Map(
    loopPoints.map((point) => [
      point,
      {
        steps: steps.get(point) ?? [],
        contributions: contributions.get(point) ?? [],
        gates: gates.get(point) ?? []
      }
    ])
  )
}

const optional = (named: Named | undefined): ReadonlyArray<Named> => (named === undefined ? [] : [named])

/** Indexes of accepted members, which share no name. Linear; give them ascending by id. */
export const indexOf = (members: ReadonlyArray<RegistryMember>): RegistryIndex => {
  const indexed = members.map((member) => ({ member, facts: factsOf(member.manifest) }))
  return {
    roles: grouped(members.map(({ id, manifest }) => [manifest.role, id] as const)),
    skills: byName(indexed, ({ skills }) => skills),
    agents: byName(indexed, ({ agents }) => agents),
    configKeys: byName(indexed, ({ configKeys }) => configKeys),
    families: byName(indexed, ({ families }) => families),
    laneSlugs: byName(indexed, ({ lane }) => optional(lane?.slug)),
    laneFlags: byName(indexed, ({ lane }) => lane?.flags ?? []),
    trackerPrefixes: byName(indexed, ({ trackerPrefix }) => optional(trackerPrefix)),
    points: pointsOf(indexed)
  }
}
