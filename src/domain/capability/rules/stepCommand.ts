import type { Rule } from "../Candidate.ts"
import { itemsOf, ownAt, own, pointerOf, quote } from "../raw.ts"

const plainWords = /^[A-Za-z0-9._:/=@,+-]+(?: [A-Za-z0-9._:/=@,+-]+)*$/u

/** Asks that a step's command is a line of plain words, no shell text. Source: decisions 4. */
export const stepCommand: Rule = {
  id: "steps.command",
  severity: "error",
  asks: "A step's command is a line of plain words",
  source: "decisions 4",
  judge: ({ root }) =>
    itemsOf(own(root, "steps")).flatMap((step, index) => {
      const command = ownAt(step, "ref", "command")
      if (typeof command !== "string" || command === "" || plainWords.test(command)) return []
      return [
        {
          pointer: pointerOf("steps", index, "ref", "command"),
          message: `The command ${quote(command)} is not a line of plain words`,
          hint: "Write words separated by single blanks, without quotes or shell characters"
        }
      ]
    })
}
