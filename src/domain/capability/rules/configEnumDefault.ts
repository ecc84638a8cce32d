import type { Rule } from "../Candidate.ts"
import { itemsOf, keysOf, own, ownAt, pointerOf, quote } from "../raw.ts"

/** Asks that the default of an enum is one of its values. Source: seed 000, config. */
export const configEnumDefault: Rule = {
  id: "config.enum-default",
  severity: "error",
  asks: "The default of an enum is one of its values",
  source: "seed 000, config",
  judge: ({ root }) =>
    keysOf(own(root, "config")).flatMap((key) => {
      const entry = ownAt(root, "config", key)
      const values = itemsOf(own(entry, "values"))
      const value = own(entry, "default")
      if (own(entry, "type") !== "enum" || values.length === 0 || value === undefined) return []
      if (values.includes(value)) return []
      return [
        {
          pointer: pointerOf("config", key, "default"),
          message: `The default of ${quote(key)} is none of its values`,
          hint: "Add it to `values`, or choose one of them"
        }
      ]
    })
}
