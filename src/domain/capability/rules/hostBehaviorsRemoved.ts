import type { Rule } from "../Candidate.ts"
import { removedHostBehaviors } from "../hostBehaviors.ts"
import { hasOwn, ownAt, pointerOf, quote } from "../raw.ts"

/** Warns about host behaviours that were removed, at any value. Source: seed 000, hostBehaviors. */
export const hostBehaviorsRemoved: Rule = {
  id: "host-behaviors.removed",
  severity: "warning",
  asks: "`hostBehaviors` sets no removed key",
  source: "seed 000, hostBehaviors",
  judge: ({ root }) => {
    const behaviors = ownAt(root, "runtime", "hostBehaviors")
    return [...removedHostBehaviors].flatMap(([key, hint]) =>
      hasOwn(behaviors, key)
        ? [
            {
              pointer: pointerOf("runtime", "hostBehaviors", key),
              message: `The host behaviour ${quote(key)} was removed and has no effect`,
              hint
            }
          ]
        : []
    )
  }
}
