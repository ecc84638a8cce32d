import type { Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, ownAt, pointerOf } from "../raw.ts"

/** Asks that a config-equals predicate says what the key is compared with. Source: decisions 4. */
export const gateConfigEquals: Rule = {
  id: "gates.config-equals",
  severity: "error",
  asks: "`config-equals` holds `equals` (or `value`)",
  source: "decisions 4",
  judge: ({ root }) =>
    itemsOf(own(root, "gates")).flatMap((gate, index) => {
      const predicate = ownAt(gate, "check", "predicate")
      if (own(predicate, "kind") !== "config-equals") return []
      if (hasOwn(predicate, "equals") || hasOwn(predicate, "value")) return []
      return [
        {
          pointer: pointerOf("gates", index, "check", "predicate", "equals"),
          message: "`equals` is required",
          hint: "Add the value the key must have"
        }
      ]
    })
}
