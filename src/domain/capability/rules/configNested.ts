import type { Rule } from "../Candidate.ts"
import { keysOf, own, pointerOf, quote } from "../raw.ts"

const ordered = (key: string): string => key.replaceAll(".", "\u0000")

/** Asks that no key of a manifest stands above another, for one value cannot hold both. Source: decisions 11. */
export const configNested: Rule = {
  id: "config.key-nested",
  severity: "error",
  asks: "No configuration key stands above another one",
  source: "decisions 11",
  judge: ({ root }) => {
    // Sorted with the dot as the lowest character, all keys below one follow it at once.
    const keys = keysOf(own(root, "config"))
      .map((key) => ({ key, place: ordered(key) }))
      .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    let above = keys[0]
    return keys.flatMap((one) => {
      if (above === undefined || !one.place.startsWith(`${above.place}\u0000`)) {
        above = one
        return []
      }
      return [
        {
          pointer: pointerOf("config", one.key),
          message: `The configuration key ${quote(one.key)} stands below ${quote(above.key)}, which holds one value`,
          hint: "Give one of the two another name"
        }
      ]
    })
  }
}
