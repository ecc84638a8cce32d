import type { Rule } from "../Candidate.ts"
import { hasOwn, own } from "../raw.ts"

/** Warns about a runtime body on a feature, which nothing reads. Source: seed 000, envelope (the role selects the body). */
export const roleForeignBody: Rule = {
  id: "role.foreign-body",
  severity: "warning",
  asks: "A feature carries no runtime body",
  source: "seed 000, envelope",
  judge: ({ root }) =>
    own(root, "role") === "feature" && hasOwn(root, "runtime")
      ? [
          {
            pointer: "/runtime",
            message: "`runtime` has no effect on role `feature`",
            hint: "Remove it, or declare a capability with role `runtime`"
          }
        ]
      : []
}
