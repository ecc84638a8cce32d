/** The help of every command, from the declarations that the program parses by, as the launcher's fast path keeps it. */
import type { HelpPage, HelpPages } from "../../src/cli/helpPages.ts"
import { helpTextOf } from "../../src/cli/render/help.ts"
import type { HelpSection } from "../../src/cli/render/helpText.ts"
import { documented, type Documented } from "../docs/parts/helpDocs.ts"

const aliasesOf = ({ doc, path }: Documented): ReadonlyArray<readonly [string, string]> =>
  (doc.subcommands ?? []).flatMap(({ commands }) =>
    commands.flatMap(({ alias, name }) =>
      alias === undefined ? [] : [[[...path, alias].join(" "), [...path, name].join(" ")] as const]
    )
  )

/** A group with flags of its own does something itself; a test runs the others. */
const isBare = ({ doc, isGroup }: Documented): boolean => isGroup && doc.flags.length === 0

/** Every page, with sections that are the same kept once. */
export const helpPages = (commands: ReadonlyArray<Documented> = documented): HelpPages => {
  const places = new Map<string, number>()
  const sections: Array<HelpSection> = []
  const placeOf = (section: HelpSection): number => {
    const text = JSON.stringify(section)
    const known = places.get(text) ?? sections.push(section) - 1
    places.set(text, known)
    return known
  }
  const pages = commands.map((command): readonly [string, HelpPage] => {
    const help = helpTextOf(command.doc)
    return [
      command.path.join(" "),
      { ...help, sections: help.sections.map(placeOf), isBare: isBare(command) }
    ]
  })
  return {
    sections,
    pages: Object.fromEntries(pages),
    aliases: Object.fromEntries(commands.flatMap(aliasesOf))
  }
}
