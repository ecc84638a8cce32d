import type { SetFacts } from "./facts.ts"
import { itemsOf, own, stringsOf } from "../capability/raw.ts"
import type { Lost, Offer } from "./SetRule.ts"

/** What a member offers to the others: itself, itself as a runtime, and what its steps produce. */
export const offersOf = (facts: SetFacts): ReadonlyArray<Offer> => [
  { kind: "capability", name: facts.id, rank: 0 },
  ...(facts.role === "runtime" ? [{ kind: "runtime", name: facts.id, rank: 0 } as const] : []),
  ...facts.steps.flatMap(({ produces, rank }) =>
    produces.map(({ name }) => ({ kind: "artifact", name, rank }) as const)
  )
]

/** What a manifest that does not decode would offer, as far as it can be read; undefined when it has no id. */
export const lostOf = (raw: unknown): Lost | undefined => {
  const id = own(raw, "id")
  if (typeof id !== "string") return undefined
  const made = itemsOf(own(raw, "steps")).flatMap((step) => stringsOf(own(step, "produces")))
  return {
    id,
    offers: [
      { kind: "capability", name: id },
      ...(own(raw, "role") === "runtime" ? [{ kind: "runtime", name: id } as const] : []),
      ...made.map((name) => ({ kind: "artifact", name }) as const)
    ]
  }
}
