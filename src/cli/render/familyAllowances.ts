import type { AllowedDir, AllowedHost, SaidBy } from "../../domain/family/allowances.ts"
import { hidesSomething, visible } from "../../domain/text/escape.ts"
import { labelled, padded, widthOf, type View } from "./view.ts"

/** Forms in which hosts and directories are printed. */
export const allowanceFormats = ["text", "json", "toml", "snippet"] as const
export type AllowanceFormat = (typeof allowanceFormats)[number]

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"]
])

const hexOf = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0")

const longestShort = 0xffff

const tomlEscape = (character: string): string => {
  const short = shortEscapes.get(character)
  if (short !== undefined) return short
  if (!hidesSomething(character)) return character
  // Half of a surrogate pair has no form in TOML.
  if (/^[\ud800-\udfff]$/u.test(character)) return "\\ufffd"
  return (character.codePointAt(0) ?? 0) > longestShort
    ? `\\U${hexOf(character, 8)}`
    : `\\u${hexOf(character, 4)}`
}

/** A basic string of TOML on one line, without a character that cannot be seen. */
export const tomlText = (text: string): string => `"${Array.from(text, tomlEscape).join("")}"`

const unitEscapes = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
  ).join("")

/** JSON for people on several lines, without a character that cannot be seen. */
const prettyJson = (value: unknown): string =>
  Array.from(JSON.stringify(value, undefined, 2), (one) =>
    one !== "\n" && hidesSomething(one) ? unitEscapes(one) : one
  ).join("")

/** One value with who says it. */
interface Row {
  readonly value: string
  readonly by: string
}

const sourceText = ({ member, trust }: SaidBy): string => `${visible(member)} (${trust})`

const hostRows = (hosts: ReadonlyArray<AllowedHost>): ReadonlyArray<Row> =>
  hosts.map(({ host, sources }) => ({ value: host, by: sources.map(sourceText).join(", ") }))

const dirRows = (dirs: ReadonlyArray<AllowedDir>): ReadonlyArray<Row> =>
  dirs.map(({ directory, sources }) => ({
    value: directory,
    by: sources
      .map((source) => {
        const how = source.variable === null ? "its default" : `by ${source.variable}`
        return `${sourceText(source)}, ${how}`
      })
      .join("; ")
  }))

const textLines = (rows: ReadonlyArray<Row>, view: View): ReadonlyArray<string> => {
  const width = Math.min(40, Math.max(0, ...rows.map(({ value }) => widthOf(visible(value)))))
  return rows.flatMap(({ by, value }) => labelled("", `${padded(visible(value), width)}  ${by}`, view))
}

const tomlLines = (table: string, key: string, rows: ReadonlyArray<Row>): ReadonlyArray<string> => [
  `[${table}]`,
  `${key} = [`,
  ...rows.map(({ by, value }) => `  ${tomlText(value)}, # ${by}`),
  "]"
]

const snippetOf = (group: "network" | "filesystem", key: string, rows: ReadonlyArray<Row>): string =>
  prettyJson({ sandbox: { [group]: { [key]: rows.map(({ value }) => value) } } })

interface Target {
  readonly group: "network" | "filesystem"
  readonly key: string
  readonly none: string
}

const rendered =
  ({ group, key, none }: Target, rows: ReadonlyArray<Row>) =>
  (format: Exclude<AllowanceFormat, "json">, view: View): string => {
    if (format === "toml") return tomlLines(`sandbox.${group}`, key, rows).join("\n")
    if (format === "snippet") return snippetOf(group, key, rows)
    return rows.length === 0 ? none : textLines(rows, view).join("\n")
  }

/** Hosts as text, as TOML or as a fragment of a settings file, to be pasted by hand. */
export const renderHosts = (hosts: ReadonlyArray<AllowedHost>) =>
  rendered({ group: "network", key: "allowedDomains", none: "No member names a host" }, hostRows(hosts))

/** Directories, in the same forms. */
export const renderDirs = (dirs: ReadonlyArray<AllowedDir>) =>
  rendered({ group: "filesystem", key: "allowWrite", none: "No member names a directory" }, dirRows(dirs))
