import type { Rule } from "../Candidate.ts"
import { hasOwn, isRawObject, itemsOf, keysOf, own, pointerOf, quote } from "../raw.ts"
import { nearest } from "../suggest.ts"

const lists = ["steps", "contributions", "gates"]

/** Asks that `when` names a key of this manifest's config. Source: seed 000, steps; manifest facts 4. */
export const whenKey: Rule = {
  id: "loop.when",
  severity: "error",
  asks: "`when` is a key of this manifest's `config`",
  source: "seed 000, steps; manifest facts 4",
  judge: ({ root }) => {
    const config = own(root, "config")
    if (!isRawObject(config)) return []
    return lists.flatMap((list) =>
      itemsOf(own(root, list)).flatMap((hook, index) => {
        const key = own(hook, "when")
        if (typeof key !== "string" || hasOwn(config, key)) return []
        const near = nearest(key, keysOf(config))
        return [
          {
            pointer: pointerOf(list, index, "when"),
            message: `${quote(key)} is no key of this manifest's \`config\``,
            hint: near === undefined ? "Declare the key in `config`" : `Did you mean ${quote(near)}?`
          }
        ]
      })
    )
  }
}
