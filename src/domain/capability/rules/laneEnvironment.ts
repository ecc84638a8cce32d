import type { Finding, Rule } from "../Candidate.ts"
import { environmentNamePattern } from "../environmentNames.ts"
import { keysOf, own, ownAt, pointerOf, quote } from "../raw.ts"

const fault = (
  name: string,
  value: unknown,
  twin: string | undefined
): Omit<Finding, "pointer"> | undefined => {
  if (!environmentNamePattern.test(name) || name === "__proto__") {
    const hint = "Use letters, digits and `_`, no digit first"
    return { message: `${quote(name)} is no portable name of an environment variable`, hint }
  }
  if (twin !== undefined) {
    const message = `${quote(name)} and ${quote(twin)} differ in case only`
    return { message, hint: "Keep one of the two" }
  }
  if (typeof value === "string" && value.includes("\u0000")) {
    return { message: `The value of ${quote(name)} holds a NUL character`, hint: "Remove it" }
  }
  return undefined
}

/** Asks for portable variable names, distinct whatever their case, and values without NUL. Source: seed 000, reviewer body; decisions 17. */
export const laneEnvironment: Rule = {
  id: "reviewer.env-name",
  severity: "error",
  asks: "Environment names are portable and distinct, values hold no NUL",
  source: "seed 000, reviewer body; decisions 17",
  judge: ({ root }) => {
    const env = ownAt(root, "reviewer", "invoke", "env")
    const seen = new Map<string, string>()
    return keysOf(env).flatMap((name) => {
      const upper = name.toUpperCase()
      const found = fault(name, own(env, name), seen.get(upper))
      if (!seen.has(upper)) seen.set(upper, name)
      return found === undefined ? [] : [{ pointer: pointerOf("reviewer", "invoke", "env", name), ...found }]
    })
  }
}
