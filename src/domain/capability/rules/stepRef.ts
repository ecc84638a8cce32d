import type { Finding, Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, pointerOf, quote, quoteAll, stringsOf } from "../raw.ts"
import { nearest } from "../suggest.ts"

const forms = ["skill", "agent", "command"]
const owners = { skill: "skills", agent: "agents" } as const

const undeclared = (form: "skill" | "agent", name: string, declared: ReadonlyArray<string>) => {
  const near = nearest(name, declared)
  return {
    message: `The ${form} ${quote(name)} is not declared in \`${owners[form]}\``,
    hint: near === undefined ? `Add it to \`${owners[form]}\`` : `Did you mean ${quote(near)}?`
  }
}

const judgeRef = (root: object, index: number, ref: unknown): ReadonlyArray<Finding> => {
  const present = forms.filter((form) => hasOwn(ref, form))
  if (present.length > 1) {
    const message = `\`ref\` holds ${quoteAll(present)}, exactly one is allowed`
    return [
      {
        pointer: pointerOf("steps", index, "ref"),
        message,
        hint: "Keep one and move the others to steps of their own"
      }
    ]
  }
  return (["skill", "agent"] as const).flatMap((form) => {
    const name = own(ref, form)
    const stems = own(root, owners[form])
    if (typeof name !== "string" || name === "" || !Array.isArray(stems)) return []
    const pointer = pointerOf("steps", index, "ref", form)
    if (form === "skill" && name.startsWith("gsd-")) {
      const message = `The skill ${quote(name)} carries the prefix \`gsd-\`, which is added when it is projected`
      return [{ pointer, message, hint: "Name the stem without the prefix" }]
    }
    const declared = stringsOf(stems)
    return declared.includes(name) ? [] : [{ pointer, ...undeclared(form, name, declared) }]
  })
}

/** Asks that a step's ref names exactly one thing, and that its skill or agent is declared here. Source: seed 000, steps. */
export const stepRef: Rule = {
  id: "steps.ref-target",
  severity: "error",
  asks: "A step's `ref` names exactly one skill or agent of this manifest, or a command",
  source: "seed 000, steps",
  judge: ({ root }) =>
    itemsOf(own(root, "steps")).flatMap((step, index) => judgeRef(root, index, own(step, "ref")))
}
