import type { Finding, Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, pointerOf, quote, quoteAll, stringsOf, type RawObject } from "../raw.ts"
import { nearest } from "../suggest.ts"

const forms = ["skill", "agent", "command"]
const owners = { skill: "skills", agent: "agents" } as const

type Stems = Readonly<Record<"skill" | "agent", ReadonlySet<string> | undefined>>

/** Undeclared names for which a similar one is looked up: each lookup compares with every name there is. */
const mostLookups = 100

const stemsOf = (root: RawObject, list: "skills" | "agents"): ReadonlySet<string> | undefined => {
  const stems = own(root, list)
  return Array.isArray(stems) ? new Set(stringsOf(stems)) : undefined
}

const tooMany = (index: number, present: ReadonlyArray<string>): Finding => ({
  pointer: pointerOf("steps", index, "ref"),
  message: `\`ref\` holds ${quoteAll(present)}, exactly one is allowed`,
  hint: "Keep one and move the others to steps of their own"
})

const prefixed = (name: string): Omit<Finding, "pointer"> => ({
  message: `The skill ${quote(name)} carries the prefix \`gsd-\`, which is added when it is projected`,
  hint: "Name the stem without the prefix"
})

/** Judges the refs of one manifest. */
const judgeRefs = (stems: Stems) => {
  let lookups = 0
  const undeclared = (form: "skill" | "agent", name: string): Omit<Finding, "pointer"> => {
    lookups += 1
    const near = lookups > mostLookups ? undefined : nearest(name, [...(stems[form] ?? [])])
    return {
      message: `The ${form} ${quote(name)} is not declared in \`${owners[form]}\``,
      hint: near === undefined ? `Add it to \`${owners[form]}\`` : `Did you mean ${quote(near)}?`
    }
  }
  const judgeName = (form: "skill" | "agent", name: string): ReadonlyArray<Omit<Finding, "pointer">> => {
    if (form === "skill" && name.startsWith("gsd-")) return [prefixed(name)]
    return stems[form]?.has(name) === true ? [] : [undeclared(form, name)]
  }
  return (ref: unknown, index: number): ReadonlyArray<Finding> => {
    const present = forms.filter((form) => hasOwn(ref, form))
    if (present.length > 1) return [tooMany(index, present)]
    return (["skill", "agent"] as const).flatMap((form) => {
      const name = own(ref, form)
      if (typeof name !== "string" || name === "" || stems[form] === undefined) return []
      const pointer = pointerOf("steps", index, "ref", form)
      return judgeName(form, name).map((finding) => ({ pointer, ...finding }))
    })
  }
}

/** Asks that a step's ref names exactly one thing, and that its skill or agent is declared here. Source: seed 000, steps. */
export const stepRef: Rule = {
  id: "steps.ref-target",
  severity: "error",
  asks: "A step's `ref` names exactly one skill or agent of this manifest, or a command",
  source: "seed 000, steps",
  judge: ({ root }) => {
    const judge = judgeRefs({ skill: stemsOf(root, "skills"), agent: stemsOf(root, "agents") })
    return itemsOf(own(root, "steps")).flatMap((step, index) => judge(own(step, "ref"), index))
  }
}
