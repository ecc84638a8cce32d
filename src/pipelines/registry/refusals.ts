import * as Effect from "effect/Effect"
import { composeSet } from "../../domain/registry/compose.ts"
import type { ActiveOverlay } from "./active.ts"
import { membersOf } from "./members.ts"

/**
 * Why the set, of which some first-party members are switched off, refuses installed capabilities, by id; those that it accepts are not named. Engines were judged before.
 * Not complete when a manifest could not be read, such as one of a capability that is being removed.
 */
export const refusals = Effect.fn("registry.refusals")(function* (
  overlays: ReadonlyArray<ActiveOverlay>,
  off: { readonly has: (id: string) => boolean }
) {
  const members = yield* membersOf(overlays, off)
  const composed = composeSet(members, { hostVersion: undefined })
  const refused = Object.fromEntries(
    composed.slice(-overlays.length).flatMap((problems, index) => {
      const fault = problems.find(({ severity }) => severity === "error")
      const id = overlays[index]?.id
      return fault === undefined || id === undefined
        ? []
        : [[id, `beside the others it is refused at ${fault.pointer}: ${fault.message} (${fault.rule})`]]
    })
  )
  return { refused, isComplete: members.every(({ isOut }) => !isOut) }
})
