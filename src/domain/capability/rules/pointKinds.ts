import type { Rule } from "../Candidate.ts"
import type { LoopHookKind } from "../loopContract.ts"
import { isLoopPoint } from "../loopContract.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"

const lists: ReadonlyArray<readonly [list: string, kind: LoopHookKind]> = [
  ["steps", "step"],
  ["contributions", "contribution"],
  ["gates", "gate"]
]

/** Asks that the host's workflows dispatch this kind of hook at its point. Source: seed 000, valid point values; decisions 12. */
export const pointKinds: Rule = {
  id: "loop.kind-dispatched",
  severity: "error",
  asks: "The loop contract dispatches this kind at this point",
  source: "seed 000, valid point values; decisions 12",
  judge: ({ root, context }) =>
    lists.flatMap(([list, kind]) =>
      itemsOf(own(root, list)).flatMap((hook, index) => {
        const point = own(hook, "point")
        if (!isLoopPoint(point)) return []
        const kinds = context.contract[point].kinds
        if (kinds.includes(kind)) return []
        return [
          {
            pointer: pointerOf(list, index, "point"),
            message: `No ${kind} is dispatched at ${quote(point)}`,
            hint:
              kinds.length === 0
                ? "Choose another point"
                : `That point dispatches: ${kinds.map(quote).join(", ")}`
          }
        ]
      })
    )
}
