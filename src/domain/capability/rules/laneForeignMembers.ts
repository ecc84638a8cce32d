import type { Finding, Rule } from "../Candidate.ts"
import { invokeMembers, probeMembers, strayMembers } from "../laneMembers.ts"
import { keysOf, own, ownAt, pointerOf, quote } from "../raw.ts"

const judgePart = (
  part: "probe" | "invoke",
  keys: ReadonlyArray<string>,
  chosen: unknown
): ReadonlyArray<Finding> =>
  strayMembers(keys, part === "probe" ? probeMembers : invokeMembers, chosen).foreign.map((key) => ({
    pointer: pointerOf("reviewer", part, key),
    message: `${quote(key)} does not belong to ${part === "probe" ? "probe kind" : "transport"} ${quote(String(chosen))}`,
    hint:
      part === "probe"
        ? "Remove it, or choose the kind it belongs to"
        : "Remove it, or choose the other transport"
  }))

/** Refuses members of another probe kind or of the other transport. Source: seed 000, reviewer body; manifest facts 6. */
export const laneForeignMembers: Rule = {
  id: "reviewer.foreign-member",
  severity: "error",
  asks: "`probe` and `invoke` hold no member of another kind or transport",
  source: "seed 000, reviewer body; manifest facts 6",
  judge: ({ root }) => {
    const lane = own(root, "reviewer")
    return [
      ...judgePart("probe", keysOf(own(lane, "probe")), ownAt(lane, "probe", "kind")),
      ...judgePart("invoke", keysOf(own(lane, "invoke")), own(lane, "transport"))
    ]
  }
}
