import type { Rule } from "../Candidate.ts"
import { keysOf, own, ownAt, pointerOf, quote } from "../raw.ts"
import { kebabPattern } from "../schema/primitives.ts"

/** Asks that the keys of `notes` are runtime ids or the wildcard. Source: seed 000, envelope; decisions 3. */
export const runtimeCompatNotes: Rule = {
  id: "runtime-compat.notes",
  severity: "error",
  asks: "Keys of `notes` are runtime ids or `*`",
  source: "seed 000, envelope; decisions 3",
  judge: ({ root }) =>
    own(root, "role") !== "feature"
      ? []
      : keysOf(ownAt(root, "runtimeCompat", "notes"))
          .filter((key) => key !== "*" && !kebabPattern.test(key))
          .map((key) => ({
            pointer: pointerOf("runtimeCompat", "notes", key),
            message: `The key ${quote(key)} of \`notes\` is no runtime id`,
            hint: "Use a runtime's kebab-case id, or `*`"
          }))
}
