import { reviewArgv } from "../../../src/cli/reviewArgv.ts"
import { documented } from "../../../scripts/docs/parts/helpDocs.ts"
import { blocksOf } from "./blocks.ts"

/** A command line of a page, and where it stands. */
export interface CommandLine {
  readonly line: number
  readonly words: ReadonlyArray<string>
}

const word = /'[^']*'|"(?:\\.|\$\([^)]*\)|[^"\\])*"|[^\s'"]+/gu

/** Words of a line of shell up to what ends a command, without a comment. */
const wordsOf = (text: string): ReadonlyArray<string> => {
  const words = [...text.matchAll(word)].map(([found]) => found)
  const end = words.findIndex((one) => /^(?:#|\|\|?|&&|;|>>?|<)/u.test(one))
  return (end === -1 ? words : words.slice(0, end)).map((one) => one.replaceAll(/^(['"])(.*)\1$/gu, "$2"))
}

const linesOf = (info: string, text: string): ReadonlyArray<readonly [line: number, text: string]> =>
  text.split("\n").flatMap((line, at) => {
    if (info === "sh") return [[at, line] as const]
    return line.startsWith("$ ") ? [[at, line.slice(2)] as const] : []
  })

/** Every call of `gsd` in the `sh` and `console` blocks of a page, without `gsd` itself. */
export const commandLinesOf = (page: string): ReadonlyArray<CommandLine> =>
  blocksOf(page)
    .filter(({ info }) => info === "sh" || info === "console")
    .flatMap(({ info, line, text }) =>
      linesOf(info, text).flatMap(([at, one]) =>
        [...one.matchAll(/(?:^|&& |\|\| |\| |\$\()(?:npx )?gsd (.*)/gu)].map(([, rest = ""]) => ({
          line: line + 1 + at,
          words: wordsOf(rest)
        }))
      )
    )

const groups = new Map(documented.map((command) => [command.path.join(" "), command]))

const aliases = new Map(
  documented.flatMap(({ doc, path }) =>
    (doc.subcommands ?? []).flatMap(({ commands }) =>
      commands.flatMap(({ alias, name }) =>
        alias === undefined ? [] : [[[...path, alias].join(" "), [...path, name].join(" ")] as const]
      )
    )
  )
)

const named = (words: ReadonlyArray<string>): string => {
  const name = words.join(" ")
  return aliases.get(name) ?? name
}

/** What a command line names that is not there; undefined when all of it is. Values are not judged. */
export const unknownIn = ({ words: given }: CommandLine): string | undefined => {
  const words = reviewArgv(given)
  let path: ReadonlyArray<string> = []
  while (groups.has(named([...path, words[path.length] ?? ""])) && path.length < words.length)
    path = named([...path, words[path.length] ?? ""]).split(" ")
  const command = groups.get(path.join(" "))
  const next = words[path.length]
  if (command === undefined) return `gsd ${path.join(" ")}`
  if (next !== undefined && !next.startsWith("-") && command.isGroup)
    return `gsd ${[...path, next].join(" ")}`
  if (path[0] === "x") return undefined
  const { flags, globalFlags = [], inheritedFlags = [] } = command.doc
  const known = new Set(
    [...flags, ...globalFlags, ...inheritedFlags].flatMap(({ aliases: others, name }) => [
      `--${name}`,
      ...others.map((one) => (one.startsWith("-") ? one : one.length === 1 ? `-${one}` : `--${one}`))
    ])
  )
  return words
    .slice(path.length)
    .map((one) => one.split("=")[0] ?? "")
    .find((one) => /^--?[a-z]/u.test(one) && !known.has(one))
}
