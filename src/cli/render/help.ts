import * as Option from "effect/Option"
import type { ArgDoc, FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { renderHelpText, type HelpRow, type HelpSection, type HelpText } from "./helpText.ts"
import type { View } from "./view.ts"

/** A value's name longer than this is a list of choices, which the description has too. */
const longestValueName = 10

const flagRow = (flag: FlagDoc): HelpRow => {
  const isShort = (alias: string) => !alias.startsWith("--")
  const long = flag.aliases.filter((alias) => !isShort(alias))
  const names = [...flag.aliases.filter(isShort), `--${flag.name}`, ...long].join(", ")
  const name = flag.type.length > longestValueName ? flag.name.toUpperCase() : flag.type
  const value = flag.type === "boolean" ? "" : ` ${name === "choice" ? flag.name.toUpperCase() : name}`
  return [`${names}${value}`, Option.getOrElse(flag.description, () => "")]
}

const argumentRow = (argument: ArgDoc): HelpRow => {
  const name = argument.name.toUpperCase()
  const left = argument.variadic ? `${name}…` : name
  const aside = argument.required ? "" : " (optional)"
  return [left, Option.getOrElse(argument.description, () => "") + aside]
}

const usageOf = (doc: HelpDoc): string =>
  doc.usage.replaceAll(/[<[]([a-z]+)(\.\.\.)?[>\]]/gu, (whole, name: string, many: string | undefined) =>
    name === "flags" || name === "subcommand"
      ? whole
      : `${whole.startsWith("[") ? "[" : ""}${name.toUpperCase()}${many === undefined ? "" : "…"}${whole.startsWith("[") ? "]" : ""}`
  )

const section = (title: string, rows: ReadonlyArray<HelpRow>): ReadonlyArray<HelpSection> =>
  rows.length === 0 ? [] : [{ title, rows }]

/** What the help of a command says. */
export const helpTextOf = (doc: HelpDoc): HelpText => {
  const commands = (doc.subcommands ?? []).flatMap((group) =>
    group.commands.map(({ alias, description, name, shortDescription }): HelpRow => [
      alias === undefined ? name : `${name}, ${alias}`,
      shortDescription ?? description
    ])
  )
  return {
    description: doc.description,
    usage: usageOf(doc),
    sections: [
      ...section("Arguments", (doc.args ?? []).map(argumentRow)),
      ...section("Commands", commands),
      ...section("Flags", doc.flags.map(flagRow)),
      ...section("Flags of every command", (doc.globalFlags ?? []).map(flagRow))
    ],
    examples: (doc.examples ?? []).map(({ command, description = "" }): HelpRow => [command, description])
  }
}

/** The help of one command, at most 80 columns wide where no terminal says otherwise. */
export const renderHelp = (doc: HelpDoc, view: View): string => renderHelpText(helpTextOf(doc), view)
