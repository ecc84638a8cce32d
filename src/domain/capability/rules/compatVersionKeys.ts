import { isVersion } from "../../version/version.ts"
import type { Rule } from "../Candidate.ts"
import { keysOf, own, pointerOf, quote } from "../raw.ts"

/** Asks that the keys of compatVersions are strict versions. Source: seed 000, envelope. */
export const compatVersionKeys: Rule = {
  id: "envelope.compat-version-keys",
  severity: "error",
  asks: "Keys of `compatVersions` are strict SemVer versions",
  source: "seed 000, envelope",
  judge: ({ root }) =>
    keysOf(own(root, "compatVersions"))
      .filter((key) => !isVersion(key))
      .map((key) => ({
        pointer: pointerOf("compatVersions", key),
        message: `The key ${quote(key)} of \`compatVersions\` is not a SemVer version`,
        hint: "Use a version of this capability, such as `1.0.0`"
      }))
}
