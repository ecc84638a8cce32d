const trueWords = new Set(["true", "1", "y", "yes", "on"])
const falseWords = new Set(["false", "0", "n", "no", "off"])

/** Whether a word behind a flag without a value would be taken for its yes or no. */
export const isBooleanWord = (word: string): boolean => trueWords.has(word) || falseWords.has(word)

const beforeEnd = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = argv.indexOf("--")
  return end === -1 ? argv : argv.slice(0, end)
}

/**
 * Tells whether a command line asks for JSON, whatever else is wrong with it: errors of the command line itself are
 * reported in the form that was asked for.
 */
export const wantsJson = (argv: ReadonlyArray<string>): boolean => {
  const words = beforeEnd(argv)
  return words.some((word, at) => {
    if (word === "--json") return !falseWords.has(words[at + 1] ?? "")
    return word.startsWith("--json=") && trueWords.has(word.slice("--json=".length))
  })
}

/** Tells whether a command line asks to see everything. */
export const wantsDebug = (argv: ReadonlyArray<string>): boolean => {
  const words = beforeEnd(argv)
  return words.some((word, at) => {
    const level = word === "--log-level" ? words[at + 1] : /^--log-level=(.*)$/u.exec(word)?.[1]
    return level === "debug" || level === "trace" || level === "all"
  })
}
