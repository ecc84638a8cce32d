import { isBooleanWord } from "./argv.ts"
import { globalValues } from "./reviewArgv.ts"

/** Flags of `gsd x` that take a value; a test compares them with the command. */
export const xValues: ReadonlySet<string> = new Set(["--timeout", "--phase", "--phase-dir", "--ws"])

/** Flags of every command that may be given a yes or no as the next word. */
const booleans = new Set(["--json", "--version", "--help", "--offline"])

const takesNext = (word: string, next: string | undefined): boolean =>
  globalValues.has(word) || xValues.has(word) || (booleans.has(word) && isBooleanWord(next ?? ""))

/** Place of the first word from `start` that is neither a flag nor its value; undefined when `--` or the end comes first. */
const wordFrom = (argv: ReadonlyArray<string>, start: number): number | undefined => {
  for (let at = start; at < argv.length && argv[at] !== "--"; at += 1) {
    const word = argv[at] ?? ""
    if (!word.startsWith("-")) return at
    if (takesNext(word, argv[at + 1])) at += 1
  }
  return undefined
}

/**
 * The command line as the parser takes it: behind `gsd x` a `--` is put before the family, so that everything after it
 * reaches the module word for word, `--json`, `--help` and a `--` of its own too. Any other command line stays as it is.
 */
export const xArgv = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const x = wordFrom(argv, 0)
  if (x === undefined || argv[x] !== "x") return argv
  const family = wordFrom(argv, x + 1)
  return family === undefined ? argv : [...argv.slice(0, family), "--", ...argv.slice(family)]
}
