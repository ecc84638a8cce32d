import type { Rule } from "../Candidate.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"
import { reservedNames } from "../vocabulary.ts"

const reserved: ReadonlySet<unknown> = new Set(reservedNames)

/** Refuses artefacts named like members that every object inherits. Source: decisions 3. */
export const artifactNames: Rule = {
  id: "loop.artifact-name",
  severity: "error",
  asks: "No artefact has a reserved name",
  source: "decisions 3",
  judge: ({ root }) =>
    ["steps", "contributions"].flatMap((list) =>
      itemsOf(own(root, list)).flatMap((hook, index) =>
        ["produces", "consumes"].flatMap((side) =>
          itemsOf(own(hook, side)).flatMap((name, place) =>
            reserved.has(name)
              ? [
                  {
                    pointer: pointerOf(list, index, side, place),
                    message: `The artefact name ${quote(String(name))} is reserved`,
                    hint: "Choose another name, such as `REPORT.md`"
                  }
                ]
              : []
          )
        )
      )
    )
}
