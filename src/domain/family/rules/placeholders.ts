import { isRawObject, pointerOf } from "../../capability/raw.ts"
import type { FamilyRule, Told } from "../Rule.ts"

const marks = /\{\{|\}\}|\$\{/u

type Way = ReadonlyArray<string | number>

/** Texts at any depth, with the way to each; keys are none. */
const textsOf = function* (root: unknown): Generator<readonly [Way, string]> {
  const open: Array<readonly [Way, unknown]> = [[[], root]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [way, value] = next
    if (typeof value === "string") yield [way, value]
    else if (Array.isArray(value)) for (const [at, item] of value.entries()) open.push([[...way, at], item])
    else if (isRawObject(value))
      for (const [name, item] of Object.entries(value)) open.push([[...way, name], item])
  }
}

/** Refuses what a template left open, in any text at any depth. Source: seed 001, path-field rules; family facts 2. */
export const placeholders: FamilyRule = {
  code: "manifest.placeholder",
  severity: "error",
  asks: "No text holds `{{`, `}}` or `${`",
  hint: "Fill the placeholder in; a shell expansion is described in words",
  source: "seed 001, path-field rules",
  judge: (root) => {
    const told: Array<Told> = []
    for (const [way, text] of textsOf(root))
      if (marks.test(text))
        told.push({ pointer: pointerOf(...way), message: "It holds an unresolved placeholder" })
    return told.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1))
  }
}
