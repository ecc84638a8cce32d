import type { ClaimRule } from "../SetRule.ts"

/** Asks that one step of the set produces an artefact at a point. Source: seed 000, invariants. */
export const producerOnce: ClaimRule = {
  kind: "claim",
  id: "set.produces-once",
  severity: "error",
  asks: "No two steps of a set produce the same artefact at the same point",
  source: "seed 000, invariants",
  what: "artefact and point",
  compares: "equal",
  claims: (facts) =>
    facts.steps.flatMap(({ point, produces }) =>
      produces.map(({ name, pointer }) => ({ name: `${name} at ${point}`, pointer }))
    )
}
