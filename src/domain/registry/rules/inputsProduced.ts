import type { Exchange } from "../../capability/hookRings.ts"
import { loopPoints } from "../../capability/loopContract.ts"
import { quote } from "../../capability/raw.ts"
import type { NeedRule } from "../SetRule.ts"

/** The two earliest steps of a manifest that make an artefact: one of them is another step than the one that asks. */
const earliestMakers = (steps: ReadonlyArray<Exchange>): ReadonlyMap<string, ReadonlyArray<Exchange>> => {
  const makers = new Map<string, ReadonlyArray<Exchange>>()
  for (const step of steps.toSorted((a, b) => a.rank - b.rank))
    for (const { name } of step.produces) {
      const known = makers.get(name) ?? []
      if (known.length < 2) makers.set(name, [...known, step])
    }
  return makers
}

/**
 * Asks that a step's inputs exist by its point: from the host, from another step of its own manifest, or from a step
 * of another member at or before that point. Source: seed 000, steps; manifest facts 4.
 */
export const inputsProduced: NeedRule = {
  kind: "need",
  id: "set.consumes",
  severity: "error",
  asks: "Each input of a step is available at its point",
  source: "seed 000, steps; manifest facts 4",
  needs: ({ steps }, contract) => {
    const earliest = earliestMakers(steps)
    return steps.flatMap((step) =>
      step.consumes.flatMap(({ name, pointer }) => {
        const isOwn = (earliest.get(name) ?? []).some((maker) => maker !== step && maker.rank <= step.rank)
        return isOwn || contract[step.point].artifacts.includes(name)
          ? []
          : [{ kind: "artifact", name, pointer, rank: step.rank } as const]
      })
    )
  },
  finding: ({ name, pointer, rank }, near) => ({
    pointer,
    message: `Nothing produces ${quote(name)} at or before ${quote(loopPoints[rank] ?? "")}`,
    hint:
      near === undefined
        ? "Move the step to a later point, or add a capability that produces it"
        : `Did you mean ${quote(near)}?`
  })
}
