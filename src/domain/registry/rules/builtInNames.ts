import { quote, type Named } from "../../capability/raw.ts"
import { builtInCommands, builtInFlags } from "../builtInNames.ts"
import type { MemberRule } from "../SetRule.ts"

const findings = (names: ReadonlyArray<Named>, taken: ReadonlySet<string>, what: string) =>
  names
    .filter(({ name }) => taken.has(name))
    .map(({ name, pointer }) => ({
      pointer,
      message: `${quote(name)} is a ${what} of gsd itself`,
      hint: "Choose a name of your own, such as the capability's id"
    }))

/** Asks that an overlay's families, slug and flags are no commands and flags of gsd itself. Source: decisions 15. */
export const builtInNames: MemberRule = {
  kind: "member",
  id: "set.built-in",
  severity: "error",
  asks: "No command family, lane slug or lane flag of an overlay is a command or flag of gsd itself",
  source: "decisions 15",
  judge: ({ families, lane }, origin) =>
    origin === "first-party"
      ? []
      : [
          ...findings(families, builtInCommands, "command"),
          ...findings(lane === undefined ? [] : [lane.slug], builtInCommands, "command"),
          ...findings(lane?.flags ?? [], builtInFlags, "flag")
        ]
}
