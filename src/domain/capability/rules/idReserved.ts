import type { Rule } from "../Candidate.ts"
import { reservedPrefixOf } from "../firstPartyIds.ts"
import { own, quote } from "../raw.ts"

/** Refuses ids with a reserved prefix, and ids already taken, for third-party capabilities. Source: seed 000, invariants. */
export const idReserved: Rule = {
  id: "envelope.id-reserved",
  severity: "error",
  asks: "A third-party id is neither reserved nor taken",
  source: "seed 000, invariants",
  judge: ({ root, origin, context }) => {
    const id = own(root, "id")
    if (typeof id !== "string" || origin === "first-party") return []
    const prefix = reservedPrefixOf(id)
    if (prefix !== undefined) {
      const message = `The id ${quote(id)} starts with ${quote(prefix)}, which is reserved for first-party capabilities`
      return [{ pointer: "/id", message, hint: "Choose an id without that prefix" }]
    }
    if (!context.takenIds.has(id.toLowerCase())) return []
    const message = `The id ${quote(id)} belongs to a first-party capability`
    return [{ pointer: "/id", message, hint: "Choose another id" }]
  }
}
