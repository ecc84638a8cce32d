import type { Problem } from "../capability/Problem.ts"
import { claimsOf } from "./claiming.ts"
import { componentsOf } from "./components.ts"
import { needsSettler } from "./needs.ts"
import { dealingsOf, groupsOf } from "./order.ts"
import { ringsOf, type Waiting } from "./rings.ts"
import type { PairRule, RingRule, SetContext, SetRule } from "./SetRule.ts"
import { setRules } from "./setRules.ts"
import { standingOf, type Candidate, type SetMember, type Standing } from "./standing.ts"

const idsOf = (standing: Standing, waiting: ReadonlyArray<Waiting>): ReadonlyArray<string> => [
  ...new Set(waiting.map(({ member }) => standing.at(member)?.facts.id ?? ""))
]

/** Rings of `requires`; whoever is in one can only be dropped with all the others. */
const requiresRings = (standing: Standing): ReadonlyArray<ReadonlyArray<Waiting>> => {
  const inside = standing.candidates.filter((candidate) => standing.isIn(candidate))
  const byId = new Map<string, Array<number>>()
  for (const [node, { facts }] of inside.entries()) {
    const others = byId.get(facts.id)
    if (others === undefined) byId.set(facts.id, [node])
    else others.push(node)
  }
  const graph = inside.map(({ facts }) => facts.requires.flatMap(({ name }) => byId.get(name) ?? []))
  return componentsOf(graph).flatMap((component) => {
    const ids = new Set(component.map((node) => inside[node]?.facts.id))
    const waiting = component.flatMap((node) => {
      const { facts, index } = inside[node] ?? {}
      const edge = facts?.requires.find(({ name }) => ids.has(name))
      return edge === undefined || index === undefined ? [] : [{ member: index, pointer: edge.pointer }]
    })
    return waiting.length === 0 ? [] : [waiting]
  })
}

const refuseRing = (
  standing: Standing,
  rule: RingRule,
  ring: { readonly all: ReadonlyArray<Waiting>; readonly refused: ReadonlyArray<Waiting> }
): void => {
  const ids = idsOf(standing, ring.all)
  for (const { member, pointer } of ring.refused) {
    const candidate = standing.at(member)
    if (candidate !== undefined) standing.report(candidate, rule, [rule.finding(pointer, ids)])
  }
}

/** Hooks of a group's members that wait for each other; the last member of each ring closes it and is put out. */
const breakRings = (standing: Standing, group: ReadonlyArray<Candidate>, rule: RingRule): boolean => {
  const { over } = rule
  if (over === "requires") return false
  const hooks = group
    .filter((candidate) => standing.isIn(candidate))
    .flatMap(({ facts, index }) => facts[over].map((exchange) => ({ member: index, exchange })))
  const rings = ringsOf(hooks)
  for (const ring of rings) refuseRing(standing, rule, { all: ring, refused: ring.slice(-1) })
  return rings.length > 0
}

/** Members that are in, by id. */
type Ids = Map<string, Candidate>

/** Judges what is required of a group by rules about the two. */
const pairJudge =
  (standing: Standing, ids: Ids) =>
  (rule: PairRule, group: ReadonlyArray<Candidate>): void => {
    for (const candidate of group) {
      const findings = candidate.facts.requires.flatMap((by) => {
        const required = ids.get(by.name)
        return required === undefined ? [] : rule.judge(candidate.facts, required.facts, by)
      })
      if (standing.isIn(candidate)) standing.report(candidate, rule, findings)
    }
  }

/** Takes the groups one after the other; what is in after its turn stays in. */
const settleGroups = (standing: Standing, rules: ReadonlyArray<SetRule>): void => {
  const claims = claimsOf(standing, rules)
  const settleNeeds = needsSettler(standing)
  const ids: Ids = new Map()
  const judgePairs = pairJudge(standing, ids)
  const inside = standing.candidates.filter((candidate) => standing.isIn(candidate))
  // First-party names are held before any overlay is looked at, whatever depends on what.
  const own = inside.filter(({ origin }) => origin === "first-party")
  claims.settle(own)
  claims.hold(own)
  for (const places of groupsOf(
    inside.map(({ facts, needs, offers }) =>
      dealingsOf(
        facts,
        offers,
        needs.map(({ need }) => need)
      )
    )
  )) {
    const group = places
      .flatMap((place) => inside[place] ?? [])
      .filter((candidate) => standing.isIn(candidate))
    for (const candidate of group) standing.enter(candidate)
    settleNeeds(group)
    for (const candidate of group)
      if (standing.isIn(candidate) && !ids.has(candidate.facts.id)) ids.set(candidate.facts.id, candidate)
    for (const rule of rules) if (rule.kind === "pair") judgePairs(rule, group)
    const added = group.filter(({ origin }) => origin === "overlay")
    claims.settle(added)
    settleNeeds(group)
    for (const rule of rules)
      if (rule.kind === "ring") while (breakRings(standing, group, rule)) settleNeeds(group)
    claims.hold(added)
  }
}

const judgeAfter = (standing: Standing, rules: ReadonlyArray<SetRule>): void => {
  const inside = standing.candidates.filter((candidate) => standing.isIn(candidate))
  for (const rule of rules) {
    if (rule.kind !== "after") continue
    const known = new Set(inside.flatMap(({ facts }) => rule.known(facts)))
    for (const candidate of inside) standing.report(candidate, rule, rule.judge(candidate.facts, known))
  }
}

/**
 * Composes a set: for each member, in order, what the set finds wrong with it. A member with an error is out, and
 * nobody else suffers from it but those who need it.
 *
 * First-party names win over overlays; overlays are taken after those they need, otherwise in the order given, and the
 * first to claim a name holds it. Linear in the size of all manifests, but for rings of hooks, which are looked for
 * once more after each that is broken. Source: seed 003 D2, decisions 13.
 */
export const composeSet = (
  members: ReadonlyArray<SetMember>,
  context: SetContext,
  rules: ReadonlyArray<SetRule> = setRules
): ReadonlyArray<ReadonlyArray<Problem>> => {
  const standing = standingOf(members, rules)
  for (const rule of rules)
    for (const candidate of standing.candidates) {
      if (rule.kind !== "member") continue
      standing.report(candidate, rule, rule.judge(candidate.facts, candidate.origin, context))
    }
  for (const rule of rules)
    if (rule.kind === "ring" && rule.over === "requires")
      for (const ring of requiresRings(standing)) refuseRing(standing, rule, { all: ring, refused: ring })
  settleGroups(standing, rules)
  judgeAfter(standing, rules)
  return standing.problems()
}
