import type { Finding } from "../capability/Candidate.ts"
import { quote } from "../capability/raw.ts"
import { nearest } from "../capability/suggest.ts"
import type { Lost, Need, OfferKind } from "./SetRule.ts"
import type { Candidate, Standing } from "./standing.ts"
import { placeOf } from "./support.ts"

const follows = ({ kind, name, pointer }: Need, { id, isSwitchedOff }: Lost): Finding => {
  const what = isSwitchedOff === true ? "is switched off" : "is left out itself"
  return {
    pointer,
    message:
      kind === "artifact"
        ? `${quote(name)} would come from ${quote(id)}, which ${what}`
        : `${quote(id)} ${what}`,
    hint:
      isSwitchedOff === true
        ? `Switch it on again: gsd capability enable ${id}`
        : `See what is wrong with ${quote(id)}`
  }
}

/** Unmet needs for which a similar name is looked up: each lookup compares with every name there is. */
const mostLookups = 100

/** Looks up names that are offered and similar to one that is not. */
const lookup = (standing: Standing) => {
  let lookups = 0
  const offered = new Map<OfferKind, ReadonlyArray<string>>()
  const namesOf = (kind: OfferKind): ReadonlyArray<string> => {
    const all = standing.candidates.flatMap(({ offers }) => offers)
    const names = offered.get(kind) ?? all.filter((offer) => offer.kind === kind).map(({ name }) => name)
    offered.set(kind, names)
    return names
  }
  return ({ kind, name }: Need): string | undefined => {
    lookups += 1
    const found = lookups > mostLookups ? undefined : nearest(name, namesOf(kind))
    return found === name ? undefined : found
  }
}

const byPlace = (group: ReadonlyArray<Candidate>): ReadonlyMap<string, ReadonlyArray<Candidate>> => {
  const waiting = new Map<string, Array<Candidate>>()
  for (const candidate of group)
    for (const { need } of candidate.needs) {
      const others = waiting.get(placeOf(need))
      if (others === undefined) waiting.set(placeOf(need), [candidate])
      else others.push(candidate)
    }
  return waiting
}

type Similar = (need: Need) => string | undefined

const unmetBy = (standing: Standing, { needs }: Candidate) =>
  needs.filter(({ need, own }) => !standing.support.meets(need, own))

const refuse = (standing: Standing, candidate: Candidate, similar: Similar) => {
  const unmet = unmetBy(standing, candidate)
  return () => {
    for (const { rule, need } of unmet) {
      const lost = standing.lost(need)
      const isFollower = lost !== undefined && lost.offers !== candidate.offers
      standing.report(candidate, rule, [isFollower ? follows(need, lost) : rule.finding(need, similar(need))])
    }
  }
}

/**
 * For a group: puts out the members whose needs nobody meets, and those that this leaves without. Given again it looks
 * only at those that have lost something since. Linear.
 */
export type Settle = () => void

/** Settles needs one group after the other. */
export const needsSettler = (standing: Standing): ((group: ReadonlyArray<Candidate>) => Settle) => {
  const similar = lookup(standing)
  return (group) => {
    const waiting = byPlace(group)
    let open = new Set(group)
    return () => {
      for (;;) {
        for (const place of standing.takeLeft())
          for (const candidate of waiting.get(place) ?? []) open.add(candidate)
        if (open.size === 0) return
        // All that lack something at the same time, whatever their order, then those who lack what these leave with.
        const wave = [...open].filter((candidate) => standing.isIn(candidate))
        open = new Set()
        for (const leave of wave.map((candidate) => refuse(standing, candidate, similar))) leave()
      }
    }
  }
}
