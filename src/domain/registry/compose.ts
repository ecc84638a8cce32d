import type { Problem } from "../capability/Problem.ts"
import { claimsOf } from "./claiming.ts"
import { needsSettler } from "./needs.ts"
import { groupsOf } from "./order.ts"
import { refuseRequiring, ringBreaker } from "./ringBreaking.ts"
import type { PairRule, SetContext, SetOrigin, SetRule } from "./SetRule.ts"
import { setRules } from "./setRules.ts"
import { standingOf, type Candidate, type Group, type SetMember, type Standing } from "./standing.ts"

/** Members that are in, by id. */
type Ids = Map<string, Candidate>

/** Judges what is required of a group by rules about the two. */
const pairJudge =
  (standing: Standing, ids: Ids) =>
  (rule: PairRule, group: Group): void => {
    for (const candidate of group) {
      const findings = candidate.facts.requires.flatMap((by) => {
        const required = ids.get(by.name)
        return required === undefined ? [] : rule.judge(candidate.facts, required.facts, by)
      })
      if (standing.isIn(candidate)) standing.report(candidate, rule, findings)
    }
  }

const insideOf = (standing: Standing, origin: SetOrigin): Group =>
  standing.candidates.filter((candidate) => candidate.origin === origin && standing.isIn(candidate))

/** Members that are in, first-party ones before overlays, in groups in the order in which they are taken. */
const groupsIn = (standing: Standing): ReadonlyArray<Group> => {
  const inside = [...insideOf(standing, "first-party"), ...insideOf(standing, "overlay")]
  const dealings = inside.map(({ needs, offers }) => ({ offers, needs: needs.map(({ need }) => need) }))
  return groupsOf(dealings).map((places) => places.flatMap((place) => inside[place] ?? []))
}

/** Takes the groups one after the other; what is in after its turn stays in. */
const settleGroups = (standing: Standing, rules: ReadonlyArray<SetRule>): void => {
  const claims = claimsOf(standing, rules)
  const settlerOf = needsSettler(standing)
  const ids: Ids = new Map()
  const judgePairs = pairJudge(standing, ids)
  const breakRings = ringBreaker(standing, rules)
  const groups = groupsIn(standing)
  // What is first-party holds its names and its places in the loop before any overlay is looked at.
  const own = insideOf(standing, "first-party")
  claims.yield(own)
  claims.settle(own)
  claims.hold(own)
  for (const candidate of own)
    if (candidate.isSwitchedOff && standing.isIn(candidate)) standing.withdraw(candidate)
  breakRings(own)
  for (const everyone of groups) {
    const group = everyone.filter((candidate) => standing.isIn(candidate))
    const added = group.filter(({ origin }) => origin === "overlay")
    const settle = settlerOf(group)
    for (const candidate of group) standing.enter(candidate)
    // Who cannot stay whatever the others do goes first, so that nobody is refused on its account.
    claims.yield(added)
    settle()
    claims.identify(added)
    for (const rule of rules)
      if (rule.kind === "ring" && rule.over === "requires") refuseRequiring(standing, group, rule)
    settle()
    for (const candidate of group) {
      const held = ids.get(candidate.facts.id)
      const isFree = held === undefined || !standing.isIn(held)
      if (isFree && standing.isIn(candidate)) ids.set(candidate.facts.id, candidate)
    }
    for (const rule of rules) if (rule.kind === "pair") judgePairs(rule, group)
    settle()
    breakRings(added, settle)
    claims.settle(added)
    settle()
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
 * first to claim a name holds it. Linear in the size of all manifests, but for hooks that wait for each other in rings:
 * for each of them the others may be walked over. Source: seed 003 D2, decisions 13.
 */
export const composeSet = (
  members: ReadonlyArray<SetMember>,
  context: SetContext,
  rules: ReadonlyArray<SetRule> = setRules
): ReadonlyArray<ReadonlyArray<Problem>> => {
  const standing = standingOf(members, rules, context.contract)
  for (const rule of rules)
    for (const candidate of standing.candidates) {
      if (rule.kind !== "member") continue
      standing.report(candidate, rule, rule.judge(candidate.facts, candidate.origin, context))
    }
  settleGroups(standing, rules)
  judgeAfter(standing, rules)
  return standing.problems()
}
