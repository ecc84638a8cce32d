import type { Rule } from "../Candidate.ts"
import { hasOwn, own, ownAt } from "../raw.ts"

/** Asks for outputArg exactly when the output channel is file-arg. Source: seed 000, reviewer body. */
export const laneOutputArg: Rule = {
  id: "reviewer.output-arg",
  severity: "error",
  asks: "`outputArg` is present exactly with `outputChannel` `file-arg`",
  source: "seed 000, reviewer body",
  judge: ({ root }) => {
    const invoke = ownAt(root, "reviewer", "invoke")
    const channel = own(invoke, "outputChannel")
    const present = hasOwn(invoke, "outputArg")
    const pointer = "/reviewer/invoke/outputArg"
    if (channel === "file-arg" && !present) {
      return [
        {
          pointer,
          message: "`outputArg` is required with `outputChannel` `file-arg`",
          hint: "Name the argument, such as `-o`"
        }
      ]
    }
    if (channel === "stdout" && present) {
      return [
        {
          pointer,
          message: "`outputArg` is not allowed with `outputChannel` `stdout`",
          hint: "Remove it, or choose `file-arg`"
        }
      ]
    }
    return []
  }
}
