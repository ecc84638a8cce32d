import type { Rule } from "../Candidate.ts"
import { own, quote, stringsOf } from "../raw.ts"
import { agentFamilyEvents, claudeFamilyEvents, hookEventFamilies } from "../runtimeVocabulary.ts"

const familyByEvent: ReadonlyMap<string, string> = new Map([
  ...claudeFamilyEvents.map((event) => [event, "claude"] as const),
  ...agentFamilyEvents.map((event) => [event, "gemini"] as const)
])

const known: ReadonlyArray<unknown> = hookEventFamilies

/** Asks that every extended event belongs to the runtime's hook event family. Source: manifest facts 5. */
export const hookEventFamily: Rule = {
  id: "runtime.hook-event-family",
  severity: "error",
  asks: "Every extended hook event belongs to the family in `hookEvents`",
  source: "manifest facts 5",
  judge: ({ root }) => {
    const runtime = own(root, "runtime")
    const family = own(runtime, "hookEvents")
    if (family !== undefined && !known.includes(family)) return []
    const stray = stringsOf(own(runtime, "extendedHookEvents")).find((event) => {
      const wanted = familyByEvent.get(event)
      return wanted !== undefined && wanted !== family
    })
    if (stray === undefined) return []
    const wanted = familyByEvent.get(stray) ?? ""
    return [
      {
        pointer: "/runtime/extendedHookEvents",
        message: `The event ${quote(stray)} needs \`hookEvents\` ${quote(wanted)}`,
        hint:
          family === undefined ? `Set \`hookEvents\` to ${quote(wanted)}` : "Keep the events of one family"
      }
    ]
  }
}
