import { hidesSomething } from "../../domain/text/escape.ts"

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`

const escaped = (character: string): string =>
  hidesSomething(character)
    ? Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join("")
    : character

/**
 * One JSON document on one line. Characters that a terminal would act on or hide are written as JSON escapes, so
 * that the document is safe to look at and means the same.
 */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value)
  return hidesSomething(text) ? Array.from(text, escaped).join("") : text
}
