import type { SetFacts } from "./facts.ts"
import type { Offer } from "./SetRule.ts"

/** What a member offers to the others: itself, itself as a runtime, and what its steps produce. */
export const offersOf = (facts: SetFacts): ReadonlyArray<Offer> => [
  { kind: "capability", name: facts.id, rank: 0 },
  ...(facts.role === "runtime" ? [{ kind: "runtime", name: facts.id, rank: 0 } as const] : []),
  ...facts.steps.flatMap(({ produces, rank }) =>
    produces.map(({ name }) => ({ kind: "artifact", name, rank }) as const)
  )
]
