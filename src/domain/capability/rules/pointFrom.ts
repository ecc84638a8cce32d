import type { Rule } from "../Candidate.ts"
import { isRawObject, itemsOf, own, ownAt, pointerOf, quote } from "../raw.ts"

/** Asks that pointFrom names an own enum key whose values hold the step's point. Source: manifest facts 4. */
export const pointFrom: Rule = {
  id: "steps.point-from",
  severity: "error",
  asks: "`pointFrom` names an enum key of `config` whose values hold this step's `point`",
  source: "manifest facts 4",
  judge: ({ root }) =>
    itemsOf(own(root, "steps")).flatMap((step, index) => {
      const key = own(step, "pointFrom")
      if (typeof key !== "string" || !isRawObject(own(root, "config"))) return []
      const entry = ownAt(root, "config", key)
      const isEnum = own(entry, "type") === "enum"
      if (isEnum && itemsOf(own(entry, "values")).includes(own(step, "point"))) return []
      return [
        {
          pointer: pointerOf("steps", index, "pointFrom"),
          message: isEnum
            ? `The values of ${quote(key)} do not hold this step's point`
            : `${quote(key)} is no enum key of this manifest's \`config\``,
          hint: "Declare an enum in `config` whose `values` are loop points, this one among them"
        }
      ]
    })
}
