/** Every command, its arguments and flags, from the declarations that the program parses by. */
import { renderHelp } from "../../src/cli/render/help.ts"
import { plainView } from "../../src/cli/render/view.ts"
import { page, table } from "./parts/markdown.ts"
import { documented, type Documented } from "./parts/helpDocs.ts"

export const file = "docs/reference/cli.md"

const nameOf = ({ path }: Documented): string => ["gsd", ...path].join(" ")

const anchorOf = (command: Documented): string => nameOf(command).replaceAll(" ", "-")

const aliasOf = ({ path }: Documented): string => {
  const parent = documented.find((one) => one.path.join(" ") === path.slice(0, -1).join(" "))
  const told = parent?.doc.subcommands?.flatMap(({ commands }) => commands) ?? []
  const alias = told.find(({ name }) => name === path.at(-1))?.alias
  return alias === undefined ? "" : `Also \`${["gsd", ...path.slice(0, -1), alias].join(" ")}\`.\n\n`
}

const leaves = documented.filter(({ isGroup, path }) => path.length > 0 && !isGroup)

const index = table(
  ["command", "does"],
  documented
    .filter(({ path }) => path.length > 0)
    .map((command) => [`[\`${nameOf(command)}\`](#${anchorOf(command)})`, command.doc.description])
)

const everywhere = new Set(documented[0]?.doc.globalFlags?.map(({ name }) => name))

/** Flags of every command stand once, on the top; what a group adds stands with the group. */
const withoutGlobals = ({ doc, path }: Documented): Documented["doc"] => {
  const { globalFlags = [], ...rest } = doc
  if (path.length === 0) return doc
  const own = doc.globalFlagsScope?.length === path.length + 1
  return own ? { ...rest, globalFlags: globalFlags.filter(({ name }) => !everywhere.has(name)) } : rest
}

const section = (command: Documented): string =>
  `## ${nameOf(command)}\n\n${aliasOf(command)}\`\`\`text\n${renderHelp(withoutGlobals(command), plainView)}\n\`\`\``

const text = `# Command line

${leaves.length} commands in ${documented.length - leaves.length} groups, as \`gsd … --help\` tells of them. Flags that a
group declares for all of its commands stand with the group, those of every command with \`gsd\`. What the commands end
with is in [exit codes](exit-codes.md), what \`--json\` prints in [JSON](json.md).

${index}

${documented.map(section).join("\n\n")}
`

export const render = async (): Promise<string> => page("scripts/docs/cli.ts from src/cli/commands", text)
