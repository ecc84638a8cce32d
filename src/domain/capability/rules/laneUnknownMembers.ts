import type { Rule } from "../Candidate.ts"
import { invokeMembers, laneMembers, probeMembers, strayMembers } from "../laneMembers.ts"
import { keysOf, own, ownAt } from "../raw.ts"
import { unknownMembers } from "../unknownMembers.ts"

/** Warns about unknown members anywhere in a lane. Source: seed 000, reviewer body; decisions 7. */
export const laneUnknownMembers: Rule = {
  id: "reviewer.unknown-member",
  severity: "warning",
  asks: "A lane holds no unknown member",
  source: "seed 000, reviewer body; decisions 7",
  judge: ({ root, shape }) => {
    const lane = own(root, "reviewer")
    const outer = keysOf(lane).filter((key) => !laneMembers.includes(key))
    const probeKind = ownAt(lane, "probe", "kind")
    const transport = own(lane, "transport")
    const probe = strayMembers(keysOf(own(lane, "probe")), probeMembers, probeKind).unknown
    const invoke = strayMembers(keysOf(own(lane, "invoke")), invokeMembers, transport).unknown
    // Whoever misspells a member that is required is told so once.
    const misspelt = new Set(shape.map((finding) => finding.misspelt))
    return [
      ...unknownMembers(["reviewer"], outer, laneMembers),
      ...unknownMembers(["reviewer", "probe"], probe, probeMembers.get(probeKind) ?? []),
      ...unknownMembers(["reviewer", "invoke"], invoke, invokeMembers.get(transport) ?? [])
    ].filter(({ pointer }) => !misspelt.has(pointer))
  }
}
