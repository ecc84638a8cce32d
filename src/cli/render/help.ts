import * as Option from "effect/Option"
import type { ArgDoc, FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { paragraph, widthOf, type View } from "./view.ts"

type Row = readonly [left: string, right: string]

const usual = 80

/** A value's name longer than this is a list of choices, which the description has too. */
const longestValueName = 10

/** Where descriptions start at most; a longer left side has them on the next line. */
const widestLeft = 26

const flagRow = (flag: FlagDoc): Row => {
  const isShort = (alias: string) => !alias.startsWith("--")
  const long = flag.aliases.filter((alias) => !isShort(alias))
  const names = [...flag.aliases.filter(isShort), `--${flag.name}`, ...long].join(", ")
  const name = flag.type.length > longestValueName ? flag.name.toUpperCase() : flag.type
  const value = flag.type === "boolean" ? "" : ` ${name === "choice" ? flag.name.toUpperCase() : name}`
  return [`${names}${value}`, Option.getOrElse(flag.description, () => "")]
}

const argumentRow = (argument: ArgDoc): Row => {
  const name = argument.name.toUpperCase()
  const left = argument.variadic ? `${name}…` : name
  const aside = argument.required ? "" : " (optional)"
  return [left, Option.getOrElse(argument.description, () => "") + aside]
}

const rowLines = (rows: ReadonlyArray<Row>, view: View): ReadonlyArray<string> => {
  const column = Math.min(widestLeft, Math.max(...rows.map(([left]) => widthOf(left))))
  const indent = " ".repeat(column + 4)
  return rows.flatMap(([left, right]) => {
    const lines = right === "" ? [] : paragraph(right, indent, { ...view, width: view.width ?? usual })
    const name = `  ${view.paint.cyan(left)}`
    if (widthOf(left) > column || lines.length === 0) return [name, ...lines]
    const [first = "", ...rest] = lines
    return [name + first.slice(2 + widthOf(left)), ...rest]
  })
}

const section = (title: string, rows: ReadonlyArray<Row>, view: View): ReadonlyArray<string> =>
  rows.length === 0 ? [] : [view.paint.bold(title), ...rowLines(rows, view), ""]

const usageOf = (doc: HelpDoc): string =>
  doc.usage.replaceAll(/[<[]([a-z]+)(\.\.\.)?[>\]]/gu, (whole, name: string, many: string | undefined) =>
    name === "flags" || name === "subcommand"
      ? whole
      : `${whole.startsWith("[") ? "[" : ""}${name.toUpperCase()}${many === undefined ? "" : "…"}${whole.startsWith("[") ? "]" : ""}`
  )

const exampleLines = (doc: HelpDoc, view: View): ReadonlyArray<string> =>
  (doc.examples ?? []).flatMap(({ command, description }) => [
    `  ${view.paint.cyan(command)}`,
    ...(description === undefined ? [] : [`    ${view.paint.dim(description)}`])
  ])

/** The help of one command, at most 80 columns wide where no terminal says otherwise. */
export const renderHelp = (doc: HelpDoc, view: View): string => {
  const { bold } = view.paint
  const commands = (doc.subcommands ?? []).flatMap((group) =>
    group.commands.map(({ alias, description, name, shortDescription }): Row => [
      alias === undefined ? name : `${name}, ${alias}`,
      shortDescription ?? description
    ])
  )
  const examples = exampleLines(doc, view)
  return [
    ...paragraph(doc.description, "", { ...view, width: view.width ?? usual }),
    "",
    `${bold("Usage")}  ${usageOf(doc)}`,
    "",
    ...section("Arguments", (doc.args ?? []).map(argumentRow), view),
    ...section("Commands", commands, view),
    ...section("Flags", doc.flags.map(flagRow), view),
    ...section("Flags of every command", (doc.globalFlags ?? []).map(flagRow), view),
    ...(examples.length === 0 ? [] : [bold("Examples"), ...examples, ""])
  ]
    .join("\n")
    .trimEnd()
}
