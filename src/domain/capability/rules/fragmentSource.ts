import type { Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, own, pointerOf } from "../raw.ts"

/** Refuses a fragment with both a path and inline text. Source: decisions 4. */
export const fragmentSource: Rule = {
  id: "loop.fragment-source",
  severity: "error",
  asks: "A fragment is `path` or `inline`, never both",
  source: "decisions 4",
  judge: ({ root }) =>
    ["steps", "contributions"].flatMap((list) =>
      itemsOf(own(root, list)).flatMap((hook, index) => {
        const fragment = own(hook, "fragment")
        if (!hasOwn(fragment, "path") || !hasOwn(fragment, "inline")) return []
        return [
          {
            pointer: pointerOf(list, index, "fragment"),
            message: "`fragment` holds both `path` and `inline`",
            hint: "Keep one of the two"
          }
        ]
      })
    )
}
