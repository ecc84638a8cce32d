import type { Finding, Rule } from "../Candidate.ts"
import { isLoopPoint } from "../loopContract.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"

/** Asks that no two steps produce one artefact at one point; a step may list it twice. Source: seed 000, steps. */
export const producesOnce: Rule = {
  id: "steps.produces-once",
  severity: "error",
  asks: "No two steps produce the same artefact at the same point",
  source: "seed 000, invariants",
  judge: ({ root }) => {
    const owners = new Map<string, number>()
    const findings: Array<Finding> = []
    for (const [index, step] of itemsOf(own(root, "steps")).entries()) {
      const point = own(step, "point")
      if (!isLoopPoint(point)) continue
      for (const [place, name] of itemsOf(own(step, "produces")).entries()) {
        if (typeof name !== "string") continue
        const key = `${point}\n${name}`
        const owner = owners.get(key) ?? index
        owners.set(key, owner)
        if (owner === index) continue
        findings.push({
          pointer: pointerOf("steps", index, "produces", place),
          message: `Step ${owner} produces ${quote(name)} at ${quote(point)} too`,
          hint: "Let one step produce it, or give one of them another name"
        })
      }
    }
    return findings
  }
}
