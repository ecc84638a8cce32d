import type { Rule } from "../Candidate.ts"
import { isLoopPoint } from "../loopContract.ts"
import { itemsOf, own, pointerOf, quote, quoteAll } from "../raw.ts"

/** Asks that `into` is an agent role published at the contribution's point. Source: seed 000, contributions. */
export const contributionInto: Rule = {
  id: "contributions.into",
  severity: "error",
  asks: "`into` is an agent role published at this point",
  source: "seed 000, contributions",
  judge: ({ root, context }) =>
    itemsOf(own(root, "contributions")).flatMap((contribution, index) => {
      const into = own(contribution, "into")
      const point = own(contribution, "point")
      if (typeof into !== "string" || !isLoopPoint(point)) return []
      const roles = context.contract[point].agentRoles
      if (roles.includes(into)) return []
      return [
        {
          pointer: pointerOf("contributions", index, "into"),
          message: `${quote(into)} is no agent role at ${quote(point)}`,
          hint: `Roles at that point: ${quoteAll(roles)}`
        }
      ]
    })
}
