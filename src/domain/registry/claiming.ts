import type { Finding } from "../capability/Candidate.ts"
import { quote, type Named } from "../capability/raw.ts"
import { namesOf, type Names } from "./claims.ts"
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
  /** Puts out the members of a group that claim what another one holds, or one name twice. */
  readonly yield: (group: ReadonlyArray<Candidate>) => void
  /** The same as `settle`, for the names by which members are required. */
  readonly identify: (group: ReadonlyArray<Candidate>) => void
  /** Puts out the members of a group that claim what one before them in the group does. */
  readonly settle: (group: ReadonlyArray<Candidate>) => void
  /** Holds the names of those of a group that are in. */
  readonly hold: (group: ReadonlyArray<Candidate>) => void
}

interface Book {
  readonly rule: ClaimRule
  readonly names: Names
}

const booksOf = (rules: ReadonlyArray<SetRule>): ReadonlyArray<Book> =>
  rules.filter((rule) => rule.kind === "claim").map((rule) => ({ rule, names: namesOf(rule) }))

const enter = (books: ReadonlyArray<Book>, { facts, index }: Candidate): void => {
  for (const { rule, names } of books) for (const { name } of rule.claims(facts)) names.enter(name, index)
}

const findings = (standing: Standing, { rule, names }: Book, candidate: Candidate): ReadonlyArray<Finding> =>
  rule.claims(candidate.facts).flatMap((named) => {
    const holder = names.holder(named.name)
    const owner = holder === undefined ? undefined : standing.at(holder)
    return owner === undefined || owner === candidate ? [] : [clash(rule, named, owner)]
  })

const twice = (rule: ClaimRule, candidate: Candidate): ReadonlyArray<Finding> => {
  const claimed = rule.claims(candidate.facts)
  if (claimed.length < 2) return []
  const names = namesOf(rule)
  return claimed.flatMap((named) => {
    const isTaken = names.holder(named.name) !== undefined
    names.enter(named.name, candidate.index)
    return isTaken ? [clash(rule, named, "itself")] : []
  })
}

/** Nothing held yet. */
export const claimsOf = (standing: Standing, rules: ReadonlyArray<SetRule>): Claims => {
  const held = booksOf(rules)
  const settleBy = (which: ReadonlyArray<SetRule>, group: ReadonlyArray<Candidate>): void => {
    const tentative = group.length > 1 ? booksOf(which) : []
    for (const candidate of group) {
      if (!standing.isIn(candidate)) continue
      for (const book of tentative) standing.report(candidate, book.rule, findings(standing, book, candidate))
      if (standing.isIn(candidate)) enter(tentative, candidate)
    }
  }
  return {
    yield: (group) => {
      for (const candidate of group)
        for (const book of standing.isIn(candidate) ? held : []) {
          const met = findings(standing, book, candidate)
          standing.report(candidate, book.rule, met.length > 0 ? met : twice(book.rule, candidate))
          // Of one id, two are most likely one thing given twice: all its names would follow.
          if (met.length > 0 && book.rule.isIdentity === true) break
        }
    },
    identify: (group) => {
      settleBy(
        rules.filter((rule) => rule.kind === "claim" && rule.isIdentity === true),
        group
      )
    },
    settle: (group) => {
      settleBy(rules, group)
    },
    hold: (group) => {
      for (const candidate of group) if (standing.isIn(candidate)) enter(held, candidate)
    }
  }
}
