import type { Rule } from "../Candidate.ts"
import { hostBehaviorKeys, removedHostBehaviors } from "../hostBehaviors.ts"
import { keysOf, ownAt } from "../raw.ts"
import { unknownMembers } from "../unknownMembers.ts"

/** Warns about host behaviours outside the vocabulary, which are ignored. Source: seed 000, hostBehaviors. */
export const hostBehaviorsUnknown: Rule = {
  id: "host-behaviors.unknown",
  severity: "warning",
  asks: "Keys of `hostBehaviors` belong to the vocabulary",
  source: "seed 000, hostBehaviors",
  judge: ({ root }) => {
    const keys = keysOf(ownAt(root, "runtime", "hostBehaviors"))
    const unknown = keys.filter((key) => !hostBehaviorKeys.has(key) && !removedHostBehaviors.has(key))
    return unknownMembers(["runtime", "hostBehaviors"], unknown, [...hostBehaviorKeys])
  }
}
