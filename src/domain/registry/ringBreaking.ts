import { componentsOf } from "../capability/components.ts"
import { knotsOf, ringSearch, waitingIn, type Hooked, type Knot } from "../capability/hookRings.ts"
import type { RingSearch, Waiting } from "../capability/hookRings.ts"
import type { Settle } from "./needs.ts"
import type { RingRule, SetRule } from "./SetRule.ts"
import type { Candidate, Group, Standing } from "./standing.ts"

const idsOf = (standing: Standing, waiting: ReadonlyArray<Waiting>): ReadonlyArray<string> => [
  ...new Set(waiting.map(({ member }) => standing.at(member)?.facts.id ?? ""))
]

/** Puts out the members of a group that require each other in a ring: each needs all the others. */
export const refuseRequiring = (standing: Standing, group: Group, rule: RingRule): void => {
  const inside = group.filter((candidate) => standing.isIn(candidate))
  // An id stands for the first to have it, as everywhere: another one is refused and hurts nobody.
  const byId = new Map<string, number>()
  for (const [node, { facts }] of inside.entries()) if (!byId.has(facts.id)) byId.set(facts.id, node)
  const graph = inside.map(({ facts }) => facts.requires.flatMap(({ name }) => byId.get(name) ?? []))
  if (graph.every((edges) => edges.length === 0)) return
  for (const component of componentsOf(graph)) {
    const within = new Set(component)
    const waiting = component.flatMap((node) => {
      const { facts, index } = inside[node] ?? {}
      const edge = facts?.requires.find(({ name }) => within.has(byId.get(name) ?? -1))
      return edge === undefined || index === undefined ? [] : [{ member: index, pointer: edge.pointer }]
    })
    const ids = idsOf(standing, waiting)
    for (const { member, pointer } of waiting) {
      const candidate = standing.at(member)
      if (candidate !== undefined) standing.report(candidate, rule, [rule.finding(pointer, ids)])
    }
  }
}

/** Hooks of one member in one knot, which it may not close. */
interface Tie {
  readonly rule: RingRule
  readonly search: RingSearch
  readonly hooks: Array<Hooked>
}

const tiesOf = (knot: Knot, rule: RingRule, isIn: (member: number) => boolean): ReadonlyMap<number, Tie> => {
  const search = ringSearch(isIn)
  const ties = new Map<number, Tie>()
  for (const hook of knot) {
    const tie = ties.get(hook.member)
    if (tie === undefined) ties.set(hook.member, { rule, search, hooks: [hook] })
    else tie.hooks.push(hook)
  }
  return ties
}

/** Every place where the members of a set wait for each other, whoever of them will be in, by member. Linear. */
const allTies = (
  standing: Standing,
  rules: ReadonlyArray<SetRule>
): ReadonlyMap<number, ReadonlyArray<Tie>> => {
  const isIn = (member: number): boolean => {
    const candidate = standing.at(member)
    return candidate !== undefined && standing.isIn(candidate)
  }
  const inside = standing.candidates.filter((candidate) => standing.isIn(candidate))
  const all = new Map<number, Array<Tie>>()
  for (const rule of rules) {
    if (rule.kind !== "ring" || rule.over === "requires") continue
    const { over } = rule
    const hooks = inside.flatMap(({ facts, index }) =>
      facts[over].map((exchange) => ({ member: index, exchange }))
    )
    for (const knot of knotsOf(hooks))
      for (const [member, tie] of tiesOf(knot, rule, isIn)) {
        const others = all.get(member)
        if (others === undefined) all.set(member, [tie])
        else others.push(tie)
      }
  }
  return all
}

const closes = (standing: Standing, candidate: Candidate, { rule, search, hooks }: Tie): boolean => {
  const knot = search.tie(hooks)
  search.keep(hooks)
  if (knot === undefined) return false
  const ring = waitingIn(knot)
  const pointer = ring.find(({ member }) => member === candidate.index)?.pointer ?? ""
  standing.report(candidate, rule, [rule.finding(pointer, idsOf(standing, ring))])
  return true
}

/**
 * For members in their turn: puts out each one whose hooks close a ring with those of the members before it, and
 * `settle`s after each.
 */
export const ringBreaker = (standing: Standing, rules: ReadonlyArray<SetRule>) => {
  const ties = allTies(standing, rules)
  return (group: Group, settle: Settle = () => {}): void => {
    for (const candidate of group)
      for (const tie of ties.get(candidate.index) ?? [])
        if (standing.isIn(candidate) && closes(standing, candidate, tie)) settle()
  }
}
