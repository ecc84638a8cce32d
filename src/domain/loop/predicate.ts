import type { Predicate } from "../capability/schema/loopHooks.ts"
import { valueAt, type ResolvedValue } from "../config/resolve.ts"
import { canonicalJson, sameJson } from "../json/canonical.ts"
import type { JsonObject, JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { wholeProject } from "../planning/choosePhase.ts"
import { answered, unasked, type GateAnswer } from "./gate.ts"
import { asDetails } from "./record.ts"

/** A condition that a gate states. */
export type GatePredicate = typeof Predicate.Type

type Of<K extends GatePredicate["kind"]> = Extract<GatePredicate, { readonly kind: K }>

const shownValue = (value: JsonValue): string => {
  const text = canonicalJson(value)
  return `\`${text.length > limits.shownCharacters ? `${text.slice(0, limits.shownCharacters)}…` : text}\``
}

const nowhere = (artifact: string, folder: string): string =>
  folder === wholeProject.folder
    ? `There is no \`${artifact}\` in \`${folder}\``
    : `There is no \`${artifact}\` in \`${folder}\` or \`${wholeProject.folder}\``

/** Whether an artefact is there, by the path at which it was found. */
export const judgeExists = (
  { artifact }: Of<"artifact-exists">,
  found: string | undefined,
  folder: string
): GateAnswer =>
  found === undefined
    ? answered(true, nowhere(artifact, folder), { artifact, folder })
    : answered(false, `\`${found}\` is there`, { artifact, path: found })

/** The text of a value that a person may have put in quotes or not. */
const textOf = (value: JsonValue): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined

/**
 * Tells whether a value of front matter is the one that is asked for: the same JSON value, whatever the order of keys;
 * or one of the two is a text and the other a number or truth value that is written like it, since quotes in front
 * matter are a matter of taste. `"0"` is 0, `"00"`, `0.0` as a text, null and the empty text are not.
 */
export const equalsInFrontmatter = (actual: JsonValue, wanted: JsonValue): boolean => {
  if (sameJson(actual, wanted)) return true
  const text = textOf(actual)
  return (
    (typeof actual === "string") !== (typeof wanted === "string") &&
    text !== undefined &&
    text === textOf(wanted)
  )
}

/** The artefact whose front matter is asked, as it was found and read. */
export interface FrontmatterFound {
  readonly path: string
  readonly front: JsonObject
}

/** Whether a field of an artefact's front matter has a value; a missing artefact or field is a no. */
export const judgeFrontmatter = (
  { artifact, equals, field }: Of<"artifact-frontmatter-equals">,
  found: FrontmatterFound | undefined,
  folder: string
): GateAnswer => {
  const wanted = asDetails(equals)
  if (wanted === undefined) return unasked("its predicate names a value that is no JSON")
  if (found === undefined) return answered(true, nowhere(artifact, folder), { artifact, field, folder })
  const { front, path } = found
  const actual = valueAt(front, field)
  const details = { path, field, wanted, ...(actual === undefined ? {} : { actual }) }
  if (actual === undefined)
    return answered(true, `\`${path}\` says no \`${field}\`, which must be ${shownValue(wanted)}`, details)
  return equalsInFrontmatter(actual, wanted)
    ? answered(false, `\`${field}\` of \`${path}\` is ${shownValue(actual)}`, details)
    : answered(
        true,
        `\`${field}\` of \`${path}\` is ${shownValue(actual)} and must be ${shownValue(wanted)}`,
        details
      )
}

const wantedOf = ({ equals, value }: Of<"config-equals">): JsonValue | undefined => {
  const [one, other] = [asDetails(equals), asDetails(value)]
  if (one !== undefined && other !== undefined && !sameJson(one, other)) return undefined
  return one === undefined ? other : one
}

/**
 * Whether the value in force of a configuration key is the one that is asked for, types included: the text "false" is
 * not false. A key that nothing sets is a no, unless null is asked for. Values of keys that no capability declares are not shown.
 */
export const judgeConfig = (
  predicate: Of<"config-equals">,
  { origin, value }: Pick<ResolvedValue, "origin" | "value">,
  isDeclared: boolean
): GateAnswer => {
  const { key } = predicate
  const wanted = wantedOf(predicate)
  if (wanted === undefined)
    return unasked("its predicate names no value, or two that differ, as `equals` and `value`")
  if (value === undefined)
    return wanted === null
      ? answered(false, `\`${key}\` is not set`, { key, wanted })
      : answered(true, `\`${key}\` is not set and must be ${shownValue(wanted)}`, { key, wanted })
  const details = { key, wanted, origin, ...(isDeclared ? { actual: value } : {}) }
  if (sameJson(value, wanted))
    return answered(false, `\`${key}\` is ${shownValue(wanted)} (${origin})`, details)
  const is = isDeclared ? ` is ${shownValue(value)} (${origin})` : ` has another value (${origin})`
  return answered(true, `\`${key}\`${is} and must be ${shownValue(wanted)}`, details)
}
