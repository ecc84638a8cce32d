/** Words of a text and what stands for them. */
export type Words = ReadonlyMap<string, string>

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")

const bounded = (word: string): string => {
  const before = /^\w/u.test(word) ? "(?<![\\w-])" : ""
  const after = /\w$/u.test(word) ? "(?![\\w-])" : ""
  return `${before}${escaped(word)}${after}`
}

/** Writes the words of a text anew, all in one pass: what was written is not looked at again. The longest word wins. */
export const rewriteWords = (text: string, words: Words): string => {
  const known = [...words.keys()].filter((word) => word !== "")
  if (known.length === 0) return text
  const longest = known.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
  return text.replace(new RegExp(longest.map(bounded).join("|"), "gu"), (word) => words.get(word) ?? word)
}
