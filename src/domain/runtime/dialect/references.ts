import type { DialectContext } from "./source.ts"

/** How a runtime is told to run a command: `/gsd-x`, `$gsd-x` or `/skill:gsd-x`. */
export type CommandForm = "slash-hyphen" | "shell-var" | "slash-skill"

const sigils: Readonly<Record<CommandForm, string>> = {
  "slash-hyphen": "/",
  "shell-var": "$",
  "slash-skill": "/skill:"
}

/** A command in a text: no part of a path, an address, a variable or a file's name. */
const reference = /(?<![\w./\\$@~:-])(\/?)gsd([:-])([A-Za-z0-9][A-Za-z0-9-]*)(?![\w/\\-]|\.\w)/gu

/**
 * Writes each command of a text as the runtime takes it: `/gsd:x` and `/gsd-x` with the runtime's sign, a bare `gsd:x` as
 * the name alone, and that only when such a command is known, since it may be a key. Arguments stay as they are.
 */
export const rewriteReferences = (
  text: string,
  form: CommandForm,
  { commandPrefix, commands }: Pick<DialectContext, "commandPrefix" | "commands">
): string =>
  text.replace(reference, (whole: string, ...groups: ReadonlyArray<string>) => {
    const [slash = "", mark = "", stem = ""] = groups
    const name = stem.toLowerCase()
    if (slash !== "") return `${sigils[form]}${commandPrefix}${name}`
    return mark === ":" && commands.has(name) ? `${commandPrefix}${name}` : whole
  })
