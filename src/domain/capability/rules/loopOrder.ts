import type { Rule } from "../Candidate.ts"
import { knotsOf, waitingIn, type Hooked } from "../hookRings.ts"
import { isLoopPoint, pointRank } from "../loopContract.ts"
import { itemsOf, own, pointerOf, type Named, type RawObject } from "../raw.ts"

type Side = "produces" | "consumes"

const namesAt = (hook: unknown, side: Side, at: readonly [list: string, index: number]) =>
  itemsOf(own(hook, side)).flatMap((name, index): ReadonlyArray<Named> =>
    typeof name === "string" ? [{ name, pointer: pointerOf(...at, side, index) }] : []
  )

const hooksOf = (root: RawObject, list: "steps" | "contributions"): ReadonlyArray<Hooked> =>
  itemsOf(own(root, list)).flatMap((hook, index) => {
    const point = own(hook, "point")
    const consumes = isLoopPoint(point) ? namesAt(hook, "consumes", [list, index]) : []
    // Who takes nothing waits for nobody.
    if (!isLoopPoint(point) || consumes.length === 0) return []
    const produces = namesAt(hook, "produces", [list, index])
    return [{ member: 0, exchange: { point, rank: pointRank(point), produces, consumes } }]
  })

/** Asks that the hooks of a manifest can be put in an order; each ring is reported once, at its last hook. Source: manifest facts 4. */
export const loopOrder: Rule = {
  id: "loop.order",
  severity: "error",
  asks: "No steps and no contributions at one point wait for each other's artefacts in a ring",
  source: "manifest facts 4",
  judge: ({ root }) =>
    (["steps", "contributions"] as const).flatMap((list) =>
      knotsOf(hooksOf(root, list)).flatMap((knot) =>
        waitingIn(knot)
          .slice(-1)
          .map(({ pointer }) => ({
            pointer,
            message: `${knot.length} ${list} wait for each other's artefacts in a ring`,
            hint: "Take one of the inputs out, or move it to a later point"
          }))
      )
    )
}
