import type { Rule } from "../Candidate.ts"
import { itemsOf, own, ownAt, pointerOf, quote, stringsOf } from "../raw.ts"

/** Warns about a runtime that is both supported and unsupported; unsupported wins. Source: seed 000, envelope. */
export const runtimeCompatBothSides: Rule = {
  id: "runtime-compat.both-sides",
  severity: "warning",
  asks: "No runtime is both supported and unsupported",
  source: "seed 000, envelope",
  judge: ({ root }) => {
    if (own(root, "role") !== "feature") return []
    const supported = new Set(stringsOf(ownAt(root, "runtimeCompat", "supported")))
    return itemsOf(ownAt(root, "runtimeCompat", "unsupported")).flatMap((id, index) =>
      typeof id === "string" && supported.has(id)
        ? [
            {
              pointer: pointerOf("runtimeCompat", "unsupported", index),
              message: `The runtime ${quote(id)} is listed as supported and as unsupported`,
              hint: "Keep it on one side"
            }
          ]
        : []
    )
  }
}
