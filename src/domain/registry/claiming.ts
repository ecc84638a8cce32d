import type { Finding } from "../capability/Candidate.ts"
import { quote } from "../capability/raw.ts"
import { namesOf, type Names } from "./claims.ts"
import type { Named } from "./facts.ts"
import type { ClaimRule, SetOrigin, SetRule } from "./SetRule.ts"
import type { Candidate, Standing } from "./standing.ts"

const words: Readonly<Record<SetOrigin, string>> = {
  "first-party": "first-party capability",
  overlay: "capability"
}

const clash = (rule: ClaimRule, { name, pointer }: Named, holder: Candidate | "itself"): Finding => {
  const claimed = `The ${rule.what} ${quote(name)}`
  if (holder === "itself")
    return {
      pointer,
      message: `${claimed} meets another one of the same manifest`,
      hint: "Keep one of the two"
    }
  const verb = rule.compares === "dotted" ? "meets one" : "is"
  return {
    pointer,
    message: `${claimed} ${verb} of the ${words[holder.origin]} ${quote(holder.facts.id)}`,
    hint: "Choose another name, or leave the other capability out"
  }
}

/** Names held by members, for each rule about them. */
export interface Claims {
  /** Puts out the members that claim what another one holds, or one before them in the group; what stays is held. */
  readonly settle: (group: ReadonlyArray<Candidate>) => void
  /** Holds the names of those of a group that are in. */
  readonly hold: (group: ReadonlyArray<Candidate>) => void
}

/** Nothing held yet. */
export const claimsOf = (standing: Standing, rules: ReadonlyArray<SetRule>): Claims => {
  const held = rules.filter((rule) => rule.kind === "claim").map((rule) => ({ rule, names: namesOf(rule) }))
  const judge = (candidate: Candidate, rule: ClaimRule, books: ReadonlyArray<Names>) => {
    const own = namesOf(rule)
    const findings = rule.claims(candidate.facts).flatMap((named) => {
      const holder = [...books, own].map((names) => names.holder(named.name)).find((one) => one !== undefined)
      own.enter(named.name, candidate.index)
      const owner = holder === undefined ? undefined : standing.at(holder)
      return owner === undefined ? [] : [clash(rule, named, owner === candidate ? "itself" : owner)]
    })
    standing.report(candidate, rule, findings)
  }
  const enter = (names: Names, rule: ClaimRule, candidate: Candidate) => {
    for (const { name } of rule.claims(candidate.facts)) names.enter(name, candidate.index)
  }
  return {
    settle: (group) => {
      const tentative = held.map(({ rule, names }) => ({ rule, books: [names, namesOf(rule)] as const }))
      for (const candidate of group) {
        if (!standing.isIn(candidate)) continue
        for (const { rule, books } of tentative) judge(candidate, rule, books)
        if (!standing.isIn(candidate)) continue
        for (const { rule, books } of tentative) enter(books[1], rule, candidate)
      }
    },
    hold: (group) => {
      for (const candidate of group)
        if (standing.isIn(candidate)) for (const { rule, names } of held) enter(names, rule, candidate)
    }
  }
}
