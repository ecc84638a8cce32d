import type { Rule } from "../Candidate.ts"
import { hasOwn, own, pointerOf, quote } from "../raw.ts"
import { featureOnly } from "../vocabulary.ts"

const forbidden: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["feature", ["reviewer"]],
  ["runtime", featureOnly],
  ["reviewer", [...featureOnly, "runtime"]]
])

/** Refuses members that belong to another role, at any value. Source: seed 000, runtime body; decisions 8. */
export const roleForbids: Rule = {
  id: "role.forbids",
  severity: "error",
  asks: "A manifest holds no member of another role",
  source: "seed 000, runtime and reviewer bodies; decisions 8",
  judge: ({ root }) => {
    const role = own(root, "role")
    const names = typeof role === "string" ? (forbidden.get(role) ?? []) : []
    return names
      .filter((name) => hasOwn(root, name))
      .map((name) => ({
        pointer: pointerOf(name),
        message: `${quote(name)} is not allowed on role ${quote(String(role))}`,
        hint: `Remove ${quote(name)}, or move it into a capability of its own`
      }))
  }
}
