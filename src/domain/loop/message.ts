import { limits } from "../limits.ts"
import { hidesSomething, visible } from "../text/escape.ts"

const escaped = (text: string): string =>
  hidesSomething(text) ? Array.from(text, (one) => (hidesSomething(one) ? visible(one) : one)).join("") : text

/** Lines that say something, hidden characters escaped, with a bar between them. */
const lined = (text: string): string =>
  text
    .split(/[\r\n]+/u)
    .map((line) => escaped(line.trim()))
    .filter((line) => line !== "")
    .join(" | ")

/** What is said of a hook's outcome, as one line of at most `limits.hookMessageCharacters` without hidden characters. */
export const messageOf = (text: string): string => {
  const line = lined(text.slice(0, 4 * limits.hookMessageCharacters))
  return line.length <= limits.hookMessageCharacters
    ? line
    : `${line.slice(0, limits.hookMessageCharacters - 1)}…`
}

/** The same of the end of a long output, its beginning cut, in at most so many characters. */
export const tailOf = (output: string, characters: number): string => {
  const line = lined(output.slice(-4 * characters))
  return line.length <= characters ? line : `…${line.slice(1 - characters)}`
}
