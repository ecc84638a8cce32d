import type { Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, pointerOf } from "../raw.ts"

/** Refuses a blocking gate that asks an agent. Source: seed 000, gates. */
export const gateVerdict: Rule = {
  id: "gates.verdict-advisory",
  severity: "error",
  asks: "An agent's verdict never blocks",
  source: "seed 000, gates",
  judge: ({ root }) =>
    itemsOf(own(root, "gates")).flatMap((gate, index) =>
      hasOwn(own(gate, "check"), "agentVerdict") && own(gate, "blocking") === true
        ? [
            {
              pointer: pointerOf("gates", index, "blocking"),
              message: "A gate that asks an agent may not block",
              hint: "Set `blocking` to false, or check with a query or a predicate"
            }
          ]
        : []
    )
}
