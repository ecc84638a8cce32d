import type { Finding, RuleText } from "../capability/Candidate.ts"
import { ownLoopContract, type LoopContract } from "../capability/loopContract.ts"
import type { Problem } from "../capability/Problem.ts"
import type { SetFacts } from "./facts.ts"
import { offersOf } from "./offers.ts"
import type { Lost, Need, NeedRule, Offer, SetOrigin, SetRule } from "./SetRule.ts"
import { noSupport, ownOf, type Support } from "./support.ts"

/** A member of a set. `facts` are absent when its manifest does not decode. */
export interface SetMember {
  readonly origin: SetOrigin
  readonly facts: SetFacts | undefined
  /** Refused on its own account already: it claims and offers nothing. */
  readonly isOut: boolean
  /** Switched off: its names stay its own, and it offers nothing. */
  readonly isSwitchedOff?: boolean
  /** What can be told of a member without facts. */
  readonly lost?: Lost
}

/** A need with its rule, and how many of the member's own offers would meet it. */
export interface Wanted {
  readonly rule: NeedRule
  readonly need: Need
  readonly own: number
}

/** A member that is judged among the others. */
export interface Candidate {
  readonly index: number
  readonly origin: SetOrigin
  readonly isSwitchedOff: boolean
  readonly facts: SetFacts
  readonly offers: ReadonlyArray<Offer>
  readonly needs: ReadonlyArray<Wanted>
}

/** Members that are judged at once. */
export type Group = ReadonlyArray<Candidate>

/** Who is still in, what was found, and what is on offer: the state of one judgement, changed as it goes. */
export interface Standing {
  readonly candidates: ReadonlyArray<Candidate>
  readonly support: Support
  /** Candidate by place in the set; undefined for a member that was out from the start. */
  readonly at: (index: number) => Candidate | undefined
  readonly isIn: (candidate: Candidate) => boolean
  /** Puts its offers up, once it is its turn. */
  readonly enter: (candidate: Candidate) => void
  /** Puts out a member with which nothing is wrong. */
  readonly withdraw: (candidate: Candidate) => void
  /** Notes findings; an error puts the member out. */
  readonly report: (candidate: Candidate, rule: RuleText, findings: ReadonlyArray<Finding>) => void
  /** Places of needs that may have become unmet since this was asked last. */
  readonly takeLeft: () => ReadonlyArray<string>
  /** The member that would make such an offer, had it not been put out. */
  readonly lost: (need: Need) => Lost | undefined
  readonly problems: () => ReadonlyArray<ReadonlyArray<Problem>>
}

/** What members are asked for, and against which workflows. */
interface Asked {
  readonly rules: ReadonlyArray<NeedRule>
  readonly contract: LoopContract
}

const candidateOf = (member: SetMember, index: number, asked: Asked): ReadonlyArray<Candidate> => {
  const { facts, isOut, isSwitchedOff = false, origin } = member
  if (facts === undefined || isOut) return []
  const offers = offersOf(facts)
  const own = ownOf(offers)
  const needs = asked.rules.flatMap((rule) =>
    rule.needs(facts, asked.contract).map((need) => ({ rule, need, own: own(need) }))
  )
  return [{ index, origin, isSwitchedOff, facts, offers, needs }]
}

const candidatesOf = (
  members: ReadonlyArray<SetMember>,
  rules: ReadonlyArray<SetRule>,
  contract: LoopContract
): ReadonlyArray<Candidate> => {
  const asked = { rules: rules.filter((rule) => rule.kind === "need"), contract }
  return members.flatMap((member, index) => candidateOf(member, index, asked))
}

const lostBy = ({ facts, isSwitchedOff, offers }: Candidate): Lost => ({
  id: facts.id,
  offers,
  isSwitchedOff
})

/** Offers of members that are out. */
const lostOffers = (members: ReadonlyArray<SetMember>) => {
  const byOffer = new Map<string, Lost>()
  const keyOf = ({ kind, name }: Pick<Offer, "kind" | "name">) => `${kind} ${name}`
  const add = (lost: Lost) => {
    for (const offer of lost.offers) byOffer.set(keyOf(offer), lost)
  }
  for (const { facts, isOut, lost } of members) {
    if (facts === undefined && lost !== undefined) add(lost)
    if (facts !== undefined && isOut) add({ id: facts.id, offers: offersOf(facts) })
  }
  return { add, of: (need: Need) => byOffer.get(keyOf(need)) }
}

/** Everyone in who was not out before, nothing on offer yet. */
export const standingOf = (
  members: ReadonlyArray<SetMember>,
  rules: ReadonlyArray<SetRule>,
  contract: LoopContract = ownLoopContract
): Standing => {
  const candidates = candidatesOf(members, rules, contract)
  const byIndex = new Map(candidates.map((candidate) => [candidate.index, candidate]))
  const problems: ReadonlyArray<Array<Problem>> = members.map(() => [])
  const support = noSupport()
  const [out, entered] = [new Set<Candidate>(), new Set<Candidate>()]
  const lost = lostOffers(members)
  let left: Array<string> = []
  const leave = (candidate: Candidate): void => {
    out.add(candidate)
    lost.add(lostBy(candidate))
    if (entered.has(candidate)) for (const place of support.remove(candidate.offers)) left.push(place)
  }
  return {
    candidates,
    support,
    at: (index) => byIndex.get(index),
    isIn: (candidate) => !out.has(candidate),
    enter: (candidate) => {
      entered.add(candidate)
      support.add(candidate.offers)
    },
    withdraw: leave,
    report: (candidate, { id, severity }, findings) => {
      for (const finding of findings) problems[candidate.index]?.push({ rule: id, severity, ...finding })
      if (findings.length > 0 && severity === "error" && !out.has(candidate)) leave(candidate)
    },
    takeLeft: () => {
      const taken = left
      left = []
      return taken
    },
    lost: lost.of,
    problems: () => problems
  }
}
