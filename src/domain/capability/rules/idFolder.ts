import type { Rule } from "../Candidate.ts"
import { own, quote } from "../raw.ts"

/** Asks that the id equals the folder's name, byte for byte. Source: seed 000, envelope. */
export const idFolder: Rule = {
  id: "envelope.id-folder",
  severity: "error",
  asks: "`id` equals the name of the folder",
  source: "seed 000, envelope",
  judge: ({ root, folder }) => {
    const id = own(root, "id")
    if (typeof id !== "string" || id === folder) return []
    return [
      {
        pointer: "/id",
        message: `The id ${quote(id)} differs from the folder's name ${quote(folder)}`,
        hint: `Rename the folder to ${quote(id)}, or set the id to the folder's name`
      }
    ]
  }
}
