import { quote } from "../../capability/raw.ts"
import type { NeedRule } from "../SetRule.ts"

/** Asks that the runtimes which `runtimeCompat` names are in the set. Source: seed 000, envelope; manifest facts 2. */
export const runtimeKnown: NeedRule = {
  kind: "need",
  id: "set.runtime",
  severity: "error",
  asks: "Every runtime that `runtimeCompat` names is a runtime of the set",
  source: "seed 000, envelope; manifest facts 2",
  needs: (facts) => facts.runtimes.map((named) => ({ ...named, kind: "runtime", rank: 0 })),
  finding: ({ name, pointer }, near) => ({
    pointer,
    message: `No runtime ${quote(name)} is in the set`,
    hint:
      near === undefined ? "Name a runtime of the set, or `*` for every one" : `Did you mean ${quote(near)}?`
  })
}
