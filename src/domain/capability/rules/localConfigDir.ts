import type { Rule } from "../Candidate.ts"
import { hasOwn, own, ownAt } from "../raw.ts"
import { configHomeKinds } from "../runtimeVocabulary.ts"

const known: ReadonlyArray<unknown> = configHomeKinds

/** Asks for a local directory unless the home's kind is none, which has none. Source: seed 000, runtime body; decisions 6. */
export const localConfigDir: Rule = {
  id: "runtime.local-config-dir",
  severity: "error",
  asks: "`localConfigDir` is present, except with `configHome` kind `none`",
  source: "seed 000, runtime body; decisions 6",
  judge: ({ root }) => {
    const runtime = own(root, "runtime")
    const kind = ownAt(runtime, "configHome", "kind")
    const directory = own(runtime, "localConfigDir")
    if (!known.includes(kind)) return []
    const pointer = "/runtime/localConfigDir"
    if (kind === "none") {
      const message = "`localConfigDir` is not allowed with `configHome` kind `none`"
      return directory === undefined || directory === null
        ? []
        : [{ pointer, message, hint: "Remove it, or set it to null" }]
    }
    if (directory === null || !hasOwn(runtime, "localConfigDir")) {
      return [
        {
          pointer,
          message: "`localConfigDir` is required",
          hint: "Add the runtime's local directory, such as `.acme`"
        }
      ]
    }
    return []
  }
}
