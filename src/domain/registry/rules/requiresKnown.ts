import { quote } from "../../capability/raw.ts"
import type { NeedRule } from "../SetRule.ts"

/** Asks that what a capability requires is in the set. Source: seed 000, invariants. */
export const requiresKnown: NeedRule = {
  kind: "need",
  id: "set.requires",
  severity: "error",
  asks: "Everything in `requires` is in the set",
  source: "seed 000, invariants",
  // Who requires itself is in a ring, which another rule is about.
  needs: ({ id, requires }) =>
    requires.filter(({ name }) => name !== id).map((named) => ({ ...named, kind: "capability", rank: 0 })),
  finding: ({ name, pointer }, near) => ({
    pointer,
    message: `No capability ${quote(name)} is in the set`,
    hint: near === undefined ? `Add ${quote(name)} to the set first` : `Did you mean ${quote(near)}?`
  })
}
