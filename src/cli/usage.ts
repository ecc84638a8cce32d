import type * as CliError from "effect/cli/CliError"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { nearest } from "../domain/capability/suggest.ts"
import { InvocationInvalid } from "./errors.ts"

const valueProblem = (error: CliError.InvalidValue): string => {
  const name = error.kind === "flag" ? `--${error.option}` : error.option.toUpperCase()
  if (error.value === "") return `The flag \`${name}\` needs a value (${error.expected})`
  if (/^\d+ occurrences$/u.test(error.value)) return `\`${name}\` is given more than once`
  return error.expected.includes("finite number")
    ? `\`${error.value}\` is no whole number, which \`${name}\` needs`
    : `\`${error.value}\` is no value for \`${name}\`: ${error.expected}`
}

const problemOf = (error: CliError.CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag \`${error.option}\``
    case "MissingOption":
      return `The flag \`--${error.option}\` is missing`
    case "MissingArgument":
      return `The argument \`${error.argument.toUpperCase()}\` is missing`
    case "UnexpectedArgument":
      return `Nothing takes ${error.arguments.map((one) => `\`${one}\``).join(", ")}`
    case "UnknownSubcommand":
      return `There is no command \`${[...(error.parent ?? []), error.subcommand].join(" ")}\``
    case "InvalidValue":
      return valueProblem(error)
    default:
      return error.message
  }
}

/** Every flag that a command takes as its help lists them, hyphens included. */
export const flagsIn = ({ flags, globalFlags = [] }: HelpDoc): ReadonlyArray<string> =>
  [...flags, ...globalFlags].flatMap(({ aliases, name }) => [`--${name}`, ...aliases])

/** A plan behind `gsd review` is the value of a flag. */
const planMeant = (command: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  /^gsd review(?: run| plan)?$/u.test(command)
    ? words.filter((word) => /\.md$/iu.test(word)).map((word) => `--plan ${word}`)
    : []

/** effect/cli compares a flag with the command's own alone; those of every command count as much. */
const flagMeant = (
  error: CliError.UnrecognizedOption,
  flags: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const best = nearest(error.option, [...error.suggestions, ...flags])
  return best === undefined || error.suggestions.includes(best) ? error.suggestions : [best]
}

/** What was given, and where. */
export interface Invoked {
  readonly commandPath: ReadonlyArray<string>
  /** Flags that the command takes. */
  readonly flags: ReadonlyArray<string>
}

const suggestionsFor =
  ({ commandPath, flags }: Invoked) =>
  (error: CliError.CliError): ReadonlyArray<string> => {
    switch (error._tag) {
      case "UnrecognizedOption":
        return flagMeant(error, flags)
      case "UnknownSubcommand":
        return [...error.suggestions, ...planMeant((error.parent ?? []).join(" "), [error.subcommand])]
      case "UnexpectedArgument":
        return planMeant(commandPath.join(" "), error.arguments)
      default:
        return []
    }
  }

/** Our own error for what effect/cli found wrong with the command line. */
export const usageError = (invoked: Invoked, errors: ReadonlyArray<CliError.CliError>): InvocationInvalid => {
  const problems = errors.length === 0 ? ["A command is missing"] : errors.map(problemOf)
  return new InvocationInvalid({
    command: invoked.commandPath.join(" "),
    problem: problems[0] ?? "",
    problems,
    suggestions: [...new Set(errors.flatMap(suggestionsFor(invoked)))]
  })
}
