import type { Rule } from "../Candidate.ts"
import { deniedReason } from "../../disclosure/environmentNames.ts"
import { keysOf, ownAt, pointerOf, quote } from "../raw.ts"

/** Refuses variables that change what is executed or where data goes. Source: seed 000, reviewer body; decisions 17. */
export const laneDeniedEnvironment: Rule = {
  id: "reviewer.env-denied",
  severity: "error",
  asks: "A lane sets no variable that changes what is executed or where data goes",
  source: "seed 000, reviewer body; decisions 17",
  judge: ({ root }) =>
    keysOf(ownAt(root, "reviewer", "invoke", "env")).flatMap((name) => {
      const reason = deniedReason(name)
      if (reason === undefined) return []
      return [
        {
          pointer: pointerOf("reviewer", "invoke", "env", name),
          message: `The variable ${quote(name)} may not be set: it ${reason}`,
          hint: "Remove it; name an absolute `binary` if a specific program is needed"
        }
      ]
    })
}
