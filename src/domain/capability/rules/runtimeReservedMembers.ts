import type { Rule } from "../Candidate.ts"
import { hasOwn, ownAt, pointerOf, quote } from "../raw.ts"
import { reservedNames } from "../vocabulary.ts"

const places = [["hostIntegration"], ["hostIntegration", "dispatch"], ["orchestratorExec"]]

/** Refuses members named like inherited ones in the closed objects of a runtime. Source: manifest facts 5. */
export const runtimeReservedMembers: Rule = {
  id: "runtime.reserved-member",
  severity: "error",
  asks: "No closed object of a runtime holds a reserved member",
  source: "manifest facts 5",
  judge: ({ root }) =>
    places.flatMap((place) => {
      const object = ownAt(root, "runtime", ...place)
      return reservedNames
        .filter((name) => hasOwn(object, name))
        .map((name) => ({
          pointer: pointerOf("runtime", ...place, name),
          message: `The member ${quote(name)} is reserved`,
          hint: "Remove it"
        }))
    })
}
