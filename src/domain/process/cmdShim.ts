import * as Result from "effect/Result"
import { cookieVariable } from "./cookie.ts"
import { variableIn, type Environment } from "./environment.ts"
import { processLimits } from "./limits.ts"
import { isAbsolutePath } from "./resolveBinary.ts"

/** A batch file and what it is to be given. */
export interface ShimCall {
  /** Absolute path of the `.cmd` or `.bat` file. */
  readonly path: string
  readonly args: ReadonlyArray<string>
  /** Working directory, absolute. */
  readonly directory: string
}

/** Why a batch file cannot be given this; closed. */
export type ShimProblem = "shim-bad-path" | "shim-line-break" | "shim-too-long" | "shim-directory-unc"

/** Name that `cmd.exe` sees itself under; a path with blanks would have to be quoted by rules of its own. */
export const interpreterName = "cmd.exe"

/**
 * Switches before the line: extensions on (the percent sign needs them), `!` means nothing, no command of the
 * registry runs first, and `/s` takes away exactly the first and the last quotation mark.
 */
export const interpreterSwitches: ReadonlyArray<string> = ["/e:on", "/v:off", "/d", "/s", "/c"]

/**
 * A percent sign that stays one: followed by the first no characters of a variable that every run has. It has no
 * name of a variable after it, and what an expansion yields is not looked at again.
 */
const percentSign = `%%${cookieVariable}:~0,0%`

/** A stretch without quotation marks, within two; backslashes before the closing one count double. */
const enclosed = (stretch: string): string =>
  stretch === "" ? "" : `"${stretch.replace(/\\+$/u, (backslashes) => backslashes + backslashes)}"`

/**
 * One argument. Everything but a quotation mark stands within quotation marks, where `cmd.exe` takes nothing but
 * `%` as special however often it reads. A quotation mark of the argument's own stands between two stretches, as
 * the given spelling, so that `cmd.exe` never takes it for one.
 */
const spelled = (argument: string, ownMark: string): string =>
  argument === "" ? `""` : argument.split(`"`).map(enclosed).join(ownMark)

/** For the reading of the batch file's own line, into which `%*` has put it. */
const markOnce = String.raw`\^"`
/** For the reading of our line and then that one. */
const markTwice = String.raw`\^^^"`

const withPercents = (text: string): string => text.replaceAll("%", () => percentSign)

/** The drive and folder style of Windows; `cmd.exe` would read what follows `/` as a switch. */
const withBackslashes = (path: string): string => path.replaceAll("/", "\\")

const isUnc = (directory: string): boolean => /^[\\/]{2}/u.test(directory)

const problemOf = ({ path, args, directory }: ShimCall): ShimProblem | undefined => {
  if (/["\r\n\0]/u.test(path)) return "shim-bad-path"
  if (args.some((argument) => /[\r\n\0]/u.test(argument))) return "shim-line-break"
  return isUnc(directory) ? "shim-directory-unc" : undefined
}

const commandLength = (line: string): number =>
  [interpreterName, ...interpreterSwitches, line].join(" ").length

const lengthInShim = (args: ReadonlyArray<string>): number =>
  args.map((argument) => spelled(argument, markOnce)).join(" ").length + processLimits.shimOwnCharacters

/**
 * The last argument of `cmd.exe`, verbatim: with it the batch file's `%*` hands every argument unchanged to a
 * program that reads its command line as CommandLineToArgvW does. It holds for a shim that names `%*` on a line
 * that is read once, as those of npm, pnpm and yarn do. Source: `cmd /?`, `set /?`, Microsoft's page on
 * CommandLineToArgvW and its limit of 8191 characters; ADR-0020.
 */
export const shimLine = (call: ShimCall): Result.Result<string, ShimProblem> => {
  const problem = problemOf(call)
  if (problem !== undefined) return Result.fail(problem)
  const words = [
    `"${withBackslashes(call.path)}"`,
    ...call.args.map((argument) => spelled(argument, markTwice))
  ]
  const line = `"${withPercents(words.join(" "))}"`
  const longest = Math.max(commandLength(line), lengthInShim(call.args))
  return longest > processLimits.shimLineCharacters ? Result.fail("shim-too-long") : Result.succeed(line)
}

const isInterpreter = (path: string): boolean => isAbsolutePath(path, true) && /[\\/]cmd\.exe$/iu.test(path)

/**
 * The `cmd.exe` of a run: `ComSpec` of its environment, or that of its `SystemRoot`; undefined when it has
 * neither. A `ComSpec` that is relative or another program is passed over: these rules are not its.
 */
export const interpreterIn = (env: Environment): string | undefined => {
  const named = variableIn(env, "ComSpec", true)
  if (named !== undefined && isInterpreter(named)) return named
  const root = variableIn(env, "SystemRoot", true)
  return root === undefined || !isAbsolutePath(root, true)
    ? undefined
    : `${root.replace(/[\\/]+$/u, "")}\\System32\\${interpreterName}`
}
