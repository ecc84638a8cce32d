import type { Finding, Rule } from "../Candidate.ts"
import { invokeMembers, probeMembers, strayMembers } from "../laneMembers.ts"
import { keysOf, own, ownAt, pointerOf, quote, quoteAll } from "../raw.ts"

const parts = {
  probe: { variants: probeMembers, selector: "probe kind", hint: "choose the kind it belongs to" },
  invoke: { variants: invokeMembers, selector: "transport", hint: "choose the other transport" }
} as const

/** Members that only some variants have. */
const telling = (keys: ReadonlyArray<string>, variants: ReadonlyMap<unknown, ReadonlyArray<string>>) =>
  keys.filter((key) => [...variants.values()].some((members) => !members.includes(key)))

const judgePart = (
  part: keyof typeof parts,
  keys: ReadonlyArray<string>,
  chosen: unknown
): ReadonlyArray<Finding> => {
  const { hint, selector, variants } = parts[part]
  const { foreign, unknown } = strayMembers(keys, variants, chosen)
  if (foreign.length === 0) return []
  const variant = `${selector} ${quote(String(chosen))}`
  const known = keys.filter((key) => !unknown.includes(key))
  if (foreign.length > 1 && telling(known, variants).length === foreign.length) {
    const message = `Nothing in ${quote(part)} belongs to ${variant}: ${quoteAll(foreign)}`
    return [{ pointer: pointerOf("reviewer", part), message, hint: `Write it anew, or ${hint}` }]
  }
  return foreign.map((key) => ({
    pointer: pointerOf("reviewer", part, key),
    message: `${quote(key)} does not belong to ${variant}`,
    hint: `Remove it, or ${hint}`
  }))
}

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
