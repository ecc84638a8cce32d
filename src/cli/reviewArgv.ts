/** Flags of every command that stand before or behind it and take a value. */
export const globalValues: ReadonlySet<string> = new Set([
  "--root",
  "--project",
  "--scope",
  "--log-level",
  "--log-format",
  "--trace",
  "--completions"
])

/** Other flags that every command knows. */
const globalSwitches = new Set(["--json", "--no-json", "--version", "--no-version", "--offline", "--help"])

/** Flags of `gsd review run` and `gsd review plan` that take a value; a test compares them with the commands. */
export const reviewValues: ReadonlySet<string> = new Set([
  "--plan",
  "--roadmap",
  "--requirements",
  "--context",
  "--research",
  "--lanes",
  "--lane",
  "--quorum",
  "--out",
  "--cluster",
  "--wait"
])

/** Flags of theirs that take none. */
export const reviewSwitches: ReadonlySet<string> = new Set(["--all", "--html", "--events", "--keep"])

const takesValue = (word: string): boolean => globalValues.has(word) || reviewValues.has(word)

const isOurs = (word: string): boolean =>
  takesValue(word) || globalSwitches.has(word) || reviewSwitches.has(word)

/** Places of the words that are neither flags nor their values, before `--`. */
const wordsOf = (argv: ReadonlyArray<string>): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = 0; at < argv.length && argv[at] !== "--"; at += 1) {
    const word = argv[at] ?? ""
    if (!word.startsWith("-")) found.push(at)
    else if (takesValue(word)) at += 1
  }
  return found
}

/** A flag that is none of ours. One that a value follows is no lane's, and the parser says what was meant. */
const isLane = (word: string, next: string | undefined): boolean =>
  /^--[\w-]+$/u.test(word) && !isOurs(word) && (next === undefined || next.startsWith("-"))

/** Every `--x` that is no flag of ours, as `--lane=--x`; values stay as they are. */
const withLanes = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = words.indexOf("--")
  return words.map((word, at) => {
    const isValue = at > 0 && takesValue(words[at - 1] ?? "")
    const isBehind = end !== -1 && at >= end
    return !isValue && !isBehind && isLane(word, words[at + 1]) ? `--lane=${word}` : word
  })
}

const commands = new Set(["run", "lanes", "probe", "plan", "history", "runner", "runners"])

/**
 * The command line as the parser takes it: behind `gsd review` each flag that is none of gsd's chooses the lane whose
 * flag it is, so `--gemini` is `--lane=--gemini`, and `run` may be left out. Whether there is such a lane is looked up
 * later, since installed ones count too. Any other command line stays as it is.
 */
export const reviewArgv = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = -1, second = -1] = wordsOf(argv)
  if (argv[first] !== "review") return argv
  const after = argv.slice(first + 1)
  const word = argv[second] ?? ""
  const command = commands.has(word) || second === first + 1 ? word : undefined
  if (command !== undefined && command !== "run" && command !== "plan") return argv
  const asks = after.some((one) => one.startsWith("--") && !globalSwitches.has(one))
  if (command === undefined && (!asks || after.includes("--help") || after.includes("-h"))) return argv
  return [...argv.slice(0, first + 1), ...(command === undefined ? ["run"] : []), ...withLanes(after)]
}
