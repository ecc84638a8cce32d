import type { Rule } from "../Candidate.ts"
import { ownAt, quote, quoteAll } from "../raw.ts"
import { hooksSurfaces, hooksSurfacesByInstallSurface } from "../runtimeVocabulary.ts"

const known: ReadonlySet<unknown> = new Set(hooksSurfaces)

/** Asks that the hooks surface fits the install surface. Source: manifest facts 5. */
export const surfacePairing: Rule = {
  id: "runtime.surface-pairing",
  severity: "error",
  asks: "`hooksSurface` fits `installSurface`",
  source: "manifest facts 5",
  judge: ({ root }) => {
    const install = ownAt(root, "runtime", "installSurface")
    const hooks = ownAt(root, "runtime", "hooksSurface")
    const pairs: Readonly<Record<string, ReadonlyArray<string>>> = hooksSurfacesByInstallSurface
    if (typeof install !== "string" || !Object.hasOwn(pairs, install) || !known.has(hooks)) return []
    const admitted = pairs[install] ?? []
    if (admitted.includes(String(hooks))) return []
    return [
      {
        pointer: "/runtime/hooksSurface",
        message: `The hooks surface ${quote(String(hooks))} does not go with the install surface ${quote(install)}`,
        hint: `That install surface goes with ${quoteAll(admitted)}`
      }
    ]
  }
}
