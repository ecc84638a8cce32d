import type { Rule } from "../Candidate.ts"
import { hasOwn, own, quote } from "../raw.ts"

/** Asks that activationKey is a key of this manifest's config. Source: manifest facts 3. */
export const activationKey: Rule = {
  id: "activation-key.own",
  severity: "error",
  asks: "`activationKey` is a key of this manifest's `config`",
  source: "manifest facts 3",
  judge: ({ root }) => {
    const key = own(root, "activationKey")
    if (typeof key !== "string" || hasOwn(own(root, "config"), key)) return []
    return [
      {
        pointer: "/activationKey",
        message: `The activation key ${quote(key)} is no key of this manifest's \`config\``,
        hint: "Declare it in `config`"
      }
    ]
  }
}
