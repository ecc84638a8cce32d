import type { Finding, Rule } from "../Candidate.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"

/** Refuses two commands of one family. Source: manifest facts 3. */
export const commandFamilies: Rule = {
  id: "commands.family-once",
  severity: "error",
  asks: "Each command family is declared once",
  source: "manifest facts 3",
  judge: ({ root }) => {
    const seen = new Map<string, number>()
    const findings: Array<Finding> = []
    for (const [index, command] of itemsOf(own(root, "commands")).entries()) {
      const family = own(command, "family")
      if (typeof family !== "string") continue
      const first = seen.get(family)
      if (first === undefined) seen.set(family, index)
      else {
        const message = `The family ${quote(family)} is declared by entry ${first} too`
        findings.push({
          pointer: pointerOf("commands", index, "family"),
          message,
          hint: "Join the two entries"
        })
      }
    }
    return findings
  }
}
