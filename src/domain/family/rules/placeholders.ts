import { isRawObject, pointerOf } from "../../capability/raw.ts"
import type { FamilyRule, Told } from "../Rule.ts"

const marks = /\{\{|\}\}|\$\{/u

/** A value and the way to it, told backwards, so that deep values cost no more than flat ones. */
interface Place {
  readonly value: unknown
  readonly name: string | number
  readonly above: Place | undefined
}

const wayTo = (place: Place): ReadonlyArray<string | number> => {
  const way: Array<string | number> = []
  for (let at = place; at.above !== undefined; at = at.above) way.push(at.name)
  return way.toReversed()
}

/** Texts at any depth; keys are none. */
const textsOf = function* (root: unknown): Generator<readonly [Place, string]> {
  const open: Array<Place> = [{ value: root, name: "", above: undefined }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next
    if (typeof value === "string") yield [next, value]
    else if (Array.isArray(value))
      for (const [name, item] of value.entries()) open.push({ value: item, name, above: next })
    else if (isRawObject(value))
      for (const [name, item] of Object.entries(value)) open.push({ value: item, name, above: next })
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
    for (const [place, text] of textsOf(root))
      if (marks.test(text))
        told.push({ pointer: pointerOf(...wayTo(place)), message: "It holds an unresolved placeholder" })
    return told.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1))
  }
}
