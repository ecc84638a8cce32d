import type { Candidate, Rule } from "../Candidate.ts"
import { isLoopPoint, pointRank } from "../loopContract.ts"
import { itemsOf, own, pointerOf, quote, stringsOf } from "../raw.ts"

/** Earliest rank at which each artefact is produced, by the two earliest producing steps (-1 is another capability). */
type Producers = Map<string, Array<{ readonly step: number; readonly rank: number }>>

const producersOf = ({ root, context }: Candidate): Producers => {
  const producers: Producers = new Map()
  const add = (artifact: string, step: number, rank: number): void => {
    const known = producers.get(artifact) ?? []
    if (rank >= 0 && !known.some((entry) => entry.step === step)) known.push({ step, rank })
    known.sort((left, right) => left.rank - right.rank)
    producers.set(artifact, known.slice(0, 2))
  }
  for (const { artifact, point } of context.produced) add(artifact, -1, pointRank(point))
  for (const [index, step] of itemsOf(own(root, "steps")).entries()) {
    for (const artifact of stringsOf(own(step, "produces")))
      add(artifact, index, pointRank(own(step, "point")))
  }
  return producers
}

/** Alone, what a required capability produces is unknown; only the host's own artefacts have a known place. */
const mayComeFromRequired = ({ root, context }: Candidate): ((artifact: string) => boolean) => {
  if (context.knowsRequired || itemsOf(own(root, "requires")).length === 0) return () => false
  const ofHost = new Set(Object.values(context.contract).flatMap((point) => point.artifacts))
  return (artifact) => !ofHost.has(artifact)
}

/** Asks that a step's inputs exist by its point: from the host, or from another step at or before it. Source: seed 000, steps; manifest facts 4. */
export const consumesAvailable: Rule = {
  id: "steps.consumes-available",
  severity: "error",
  asks: "Each input of a step is available at its point",
  source: "seed 000, steps; manifest facts 4",
  judge: (candidate) => {
    const producers = producersOf(candidate)
    const maybeRequired = mayComeFromRequired(candidate)
    return itemsOf(own(candidate.root, "steps")).flatMap((step, index) => {
      const point = own(step, "point")
      if (!isLoopPoint(point)) return []
      const rank = pointRank(point)
      const host = candidate.context.contract[point].artifacts
      return itemsOf(own(step, "consumes")).flatMap((name, place) => {
        if (typeof name !== "string" || host.includes(name) || maybeRequired(name)) return []
        const others = producers.get(name) ?? []
        if (others.some((entry) => entry.step !== index && entry.rank <= rank)) return []
        return [
          {
            pointer: pointerOf("steps", index, "consumes", place),
            message: `Nothing produces ${quote(name)} at or before ${quote(point)}`,
            hint: "Move the step to a later point, or add the step that produces it"
          }
        ]
      })
    })
  }
}
