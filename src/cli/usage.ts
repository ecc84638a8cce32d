import type * as CliError from "effect/cli/CliError"
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

const suggestionsOf = (error: CliError.CliError): ReadonlyArray<string> =>
  "suggestions" in error ? error.suggestions : []

/** Our own error for what effect/cli found wrong with the command line. */
export const usageError = (
  commandPath: ReadonlyArray<string>,
  errors: ReadonlyArray<CliError.CliError>
): InvocationInvalid => {
  const problems = errors.length === 0 ? ["A command is missing"] : errors.map(problemOf)
  return new InvocationInvalid({
    command: commandPath.join(" "),
    problem: problems[0] ?? "",
    problems,
    suggestions: errors.flatMap(suggestionsOf)
  })
}
