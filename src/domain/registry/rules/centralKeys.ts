import { quote } from "../../capability/raw.ts"
import { centralOverlap } from "../centralKeys.ts"
import type { MemberRule } from "../SetRule.ts"

/** Asks that a capability's keys are none of the host's own. Source: seed 000, invariants; decisions 11. */
export const centralKeys: MemberRule = {
  kind: "member",
  id: "set.config-central",
  severity: "error",
  asks: "No configuration key is, is above or is below one of the host's own",
  source: "seed 000, invariants; decisions 11",
  judge: ({ configKeys }) =>
    configKeys.flatMap(({ name, pointer }) => {
      const central = centralOverlap(name)
      return central === undefined
        ? []
        : [
            {
              pointer,
              message: `The configuration key ${quote(name)} meets the host's own ${quote(central)}`,
              hint: "Put a word of your own in front, such as the capability's id"
            }
          ]
    })
}
