import type { ClaimRule } from "./SetRule.ts"

interface Part {
  readonly below: Map<string, Part>
  /** The member that holds the name which ends here. */
  owner: number | undefined
  /** One that holds a name which ends below. */
  underneath: number | undefined
}

const partOf = (): Part => ({ below: new Map(), owner: undefined, underneath: undefined })

/** Owners of names under one rule. */
export interface Names {
  /** The member that holds a name which this one meets, when there is one. */
  readonly holder: (name: string) => number | undefined
  readonly enter: (name: string, member: number) => void
}

const equalNames = (): Names => {
  const owners = new Map<string, number>()
  return {
    holder: (name) => owners.get(name),
    enter: (name, member) => {
      if (!owners.has(name)) owners.set(name, member)
    }
  }
}

/** Names that also meet those above and below them. */
const dottedNames = (): Names => {
  const root = partOf()
  return {
    holder: (name) => {
      let part: Part | undefined = root
      for (const word of name.split(".")) {
        part = part.below.get(word)
        if (part === undefined) return undefined
        if (part.owner !== undefined) return part.owner
      }
      return part.underneath
    },
    enter: (name, member) => {
      let part = root
      for (const word of name.split(".")) {
        part.underneath ??= member
        const next: Part = part.below.get(word) ?? partOf()
        part.below.set(word, next)
        part = next
      }
      part.owner ??= member
    }
  }
}

/** No names held yet, compared as the rule says. */
export const namesOf = (rule: ClaimRule): Names => (rule.compares === "equal" ? equalNames() : dottedNames())
