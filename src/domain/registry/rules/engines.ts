import { quote } from "../../capability/raw.ts"
import { satisfies } from "../../version/range.ts"
import type { MemberRule } from "../SetRule.ts"

/** Asks that the engine is one the capability is made for; silent where no version is given. Source: seed 000, invariants; decisions 1. */
export const engines: MemberRule = {
  kind: "member",
  id: "set.engines",
  severity: "error",
  asks: "The host's version is in the range of `engines.gsd`",
  source: "seed 000, invariants; decisions 1",
  judge: ({ engines: range }, _, { hostVersion }) =>
    range === undefined || hostVersion === undefined || satisfies(hostVersion, range)
      ? []
      : [
          {
            pointer: "/engines/gsd",
            message: `It needs gsd ${quote(range)}, and the host implements ${quote(hostVersion)}`,
            hint: "Take a version of the capability that is made for this host, or another host"
          }
        ]
}
