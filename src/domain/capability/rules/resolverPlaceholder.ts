import type { Rule } from "../Candidate.ts"
import { itemsOf, ownAt } from "../raw.ts"

/** Asks that one whole argument of the resolver is the id's placeholder. Source: seed 000, taskContentResolver; decisions 9. */
export const resolverPlaceholder: Rule = {
  id: "resolver.placeholder",
  severity: "error",
  asks: "One whole argument of the resolver is `{{id}}`",
  source: "seed 000, taskContentResolver; decisions 9",
  judge: ({ root }) => {
    const args = ownAt(root, "taskContentResolver", "invoke", "args")
    if (!Array.isArray(args) || itemsOf(args).includes("{{id}}")) return []
    return [
      {
        pointer: "/taskContentResolver/invoke/args",
        message: "No argument is exactly `{{id}}`, so the task's id cannot reach the resolver",
        hint: "Make `{{id}}` an argument of its own"
      }
    ]
  }
}
