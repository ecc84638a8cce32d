import type { Rule } from "../Candidate.ts"
import { hasOwn, itemsOf, ownAt, pointerOf } from "../raw.ts"

/** Refuses `home` on local entries of the artefact layout. Source: manifest facts 5. */
export const layoutHome: Rule = {
  id: "runtime.layout-home",
  severity: "error",
  asks: "Only global entries of the artefact layout name a `home`",
  source: "manifest facts 5",
  judge: ({ root }) =>
    itemsOf(ownAt(root, "runtime", "artifactLayout", "local")).flatMap((entry, index) =>
      hasOwn(entry, "home")
        ? [
            {
              pointer: pointerOf("runtime", "artifactLayout", "local", index, "home"),
              message: "`home` is not allowed on a local entry",
              hint: "Remove it, or move the entry to `global`"
            }
          ]
        : []
    )
}
