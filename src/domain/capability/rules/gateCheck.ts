import type { Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, pointerOf, quoteAll } from "../raw.ts"

const forms = ["query", "predicate", "agentVerdict"]

/** Refuses a check with more than one form. Source: seed 000, gates. */
export const gateCheck: Rule = {
  id: "gates.check-form",
  severity: "error",
  asks: "A gate's `check` has exactly one form",
  source: "seed 000, gates",
  judge: ({ root }) =>
    itemsOf(own(root, "gates")).flatMap((gate, index) => {
      const present = forms.filter((form) => hasOwn(own(gate, "check"), form))
      if (present.length < 2) return []
      return [
        {
          pointer: pointerOf("gates", index, "check"),
          message: `\`check\` holds ${quoteAll(present)}, exactly one is allowed`,
          hint: "Split it into one gate per form"
        }
      ]
    })
}
