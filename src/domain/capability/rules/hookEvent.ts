import { knownEvents } from "../../projection/surface/events.ts"
import type { Rule } from "../Candidate.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"
import { nearest } from "../suggest.ts"

/**
 * Warns about a hook whose event is none that a runtime knows and looks like one that they know: it would never run. An
 * event that looks like none is left alone, since a host of its own may have it. Source: runtime facts, section 2.4.
 */
export const hookEvent: Rule = {
  id: "hooks.event",
  severity: "warning",
  asks: "The event of a hook is no misspelt name of one that a runtime knows",
  source: "runtime facts 2.4",
  judge: ({ root }) =>
    itemsOf(own(root, "hooks")).flatMap((hook, at) => {
      const event = own(hook, "event")
      if (typeof event !== "string" || knownEvents.includes(event)) return []
      const meant = nearest(event, knownEvents)
      if (meant === undefined) return []
      return [
        {
          pointer: pointerOf("hooks", at, "event"),
          message: `No runtime knows the event ${quote(event)}, so the hook would never run`,
          hint: `Did you mean ${quote(meant)}?`
        }
      ]
    })
}
