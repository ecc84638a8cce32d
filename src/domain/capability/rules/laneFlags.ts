import type { Finding, Rule } from "../Candidate.ts"
import { itemsOf, ownAt, pointerOf, quote } from "../raw.ts"

/** Refuses a flag that one lane declares twice. Source: manifest facts 6. */
export const laneFlags: Rule = {
  id: "reviewer.flag-once",
  severity: "error",
  asks: "A lane declares each flag once",
  source: "manifest facts 6",
  judge: ({ root }) => {
    const seen = new Set<unknown>()
    const findings: Array<Finding> = []
    for (const [index, flag] of itemsOf(ownAt(root, "reviewer", "flags")).entries()) {
      if (typeof flag === "string" && seen.has(flag)) {
        const message = `The flag ${quote(flag)} is declared twice`
        findings.push({
          pointer: pointerOf("reviewer", "flags", index),
          message,
          hint: "Keep one of the two"
        })
      }
      seen.add(flag)
    }
    return findings
  }
}
