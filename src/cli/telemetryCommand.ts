import type * as Command from "effect/cli/Command"
import { globalValues } from "./reviewArgv.ts"

/** The command that a word names below another. */
const below = (command: Command.Command.Any, word: string): Command.Command.Any | undefined =>
  command.subcommands
    .flatMap((group) => group.commands)
    .find(({ alias, name }) => name === word || alias === word)

/**
 * Words that name the command of a command line, such as `capability install`; empty for none. What is given to the command
 * may hold a secret, and is no part of its name.
 */
export const commandWords = (root: Command.Command.Any, argv: ReadonlyArray<string>): string => {
  const names: Array<string> = []
  let command = root
  for (let at = 0; at < argv.length && argv[at] !== "--"; at += 1) {
    const word = argv[at] ?? ""
    if (word.startsWith("-")) {
      if (globalValues.has(word)) at += 1
      continue
    }
    const found = below(command, word)
    if (found === undefined) break
    names.push(found.name)
    command = found
  }
  return names.join(" ")
}
