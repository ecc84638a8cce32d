import type { Rule } from "../Candidate.ts"
import { ownAt, own, stringsOf } from "../raw.ts"

/** Asks that the wildcard stands alone in `supported`. Source: seed 000, envelope. */
export const runtimeCompatWildcard: Rule = {
  id: "runtime-compat.wildcard",
  severity: "error",
  asks: "`*` stands alone in `supported`",
  source: "seed 000, envelope",
  judge: ({ root }) => {
    if (own(root, "role") !== "feature") return []
    const supported = stringsOf(ownAt(root, "runtimeCompat", "supported"))
    return supported.includes("*") && supported.length > 1
      ? [
          {
            pointer: "/runtimeCompat/supported",
            message: "`*` is mixed with other entries of `supported`",
            hint: "Keep `*` alone, or list runtimes by id"
          }
        ]
      : []
  }
}
