import { limits } from "../limits.ts"

/** What has the form of a placeholder: a word between double braces. Templates of other programs, `{{.Name}}`, have not. */
export const placeholderPattern = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/gu

/** Tells whether a text holds something of the form of a placeholder. */
export const holdsPlaceholder = (text: string): boolean => text.search(placeholderPattern) !== -1

/**
 * What is wrong with a model's or an agent's name that becomes an argument, as a clause; undefined when nothing is. A
 * name that begins with a hyphen would be read as an option of the program.
 */
export const nameProblem = (name: string): string | undefined => {
  if (name.startsWith("-")) return "begins with a hyphen"
  if (name.length > limits.laneNameCharacters) return `is longer than ${limits.laneNameCharacters} characters`
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return "holds a character that cannot be seen"
  return holdsPlaceholder(name) ? "holds a placeholder" : undefined
}
