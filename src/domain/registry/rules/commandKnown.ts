import { quote } from "../../capability/raw.ts"
import { builtInCommands } from "../builtInNames.ts"
import type { AfterRule } from "../SetRule.ts"

const familyOf = (line: string): string => line.split(" ", 1)[0] ?? ""

/** Warns of a step that starts a command which nobody in the set has. Source: decisions 4. */
export const commandKnown: AfterRule = {
  kind: "after",
  id: "set.step-command",
  severity: "warning",
  asks: "The command that a step starts is of a family of the set, or gsd's own",
  source: "decisions 4",
  known: (facts) => facts.families.map(({ name }) => name),
  judge: ({ stepCommands }, known) =>
    stepCommands.flatMap(({ name, pointer }) => {
      const family = familyOf(name)
      return known.has(family) || builtInCommands.has(family)
        ? []
        : [
            {
              pointer,
              message: `No capability of the set has a command family ${quote(family)}`,
              hint: "Declare the family in `commands`, or correct its name; the step fails when it runs"
            }
          ]
    })
}
