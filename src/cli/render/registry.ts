import type {
  RegistryAdded,
  RegistryInfo,
  RegistryRemoved,
  RegistryRow,
  SearchReport,
  VersionRow
} from "../../domain/registryIndex/reports.ts"
import type { SearchHit } from "../../domain/registryIndex/search.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, padded, paragraph, safe, table, warningLines, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

const unsigned = "unsigned"

const keysOf = ({ keys }: Pick<RegistryRow, "keys">): string =>
  keys.length === 0 ? unsigned : keys.join(", ")

/** What was added, and with which keys. */
export const renderAdded = (added: RegistryAdded, view: View): string => {
  const { bold, dim, green, yellow } = view.paint
  const word = added.status === "added" ? "Added" : "Unchanged"
  const signed = added.keys.length === 0 ? yellow(unsigned) : `signed by ${keysOf(added)}`
  return [
    `${green(word)} ${bold(visible(added.name))} ${dim(`(${counted(added.capabilities, "capability", "capabilities")}, root ${added.seen})`)}`,
    ...labelled("  from     ", visible(added.url), view),
    `  ${signed}`,
    `  expires  ${added.expires}`
  ].join("\n")
}

/** What was forgotten. */
export const renderRemoved = ({ name, url }: RegistryRemoved, view: View): string =>
  `${view.paint.green("Removed")} ${view.paint.bold(visible(name))} ${view.paint.dim(`(${visible(url)})`)}`

const listHeader = ["NAME", "ROOT", "KEYS", "URL"]

/** One row per registry. */
export const renderRegistries = (rows: ReadonlyArray<RegistryRow>, view: View): string => {
  if (rows.length === 0) return "No registry was added."
  const { bold, dim, yellow } = view.paint
  const keys = (row: RegistryRow) =>
    row.keys.length === 0 ? unsigned : row.keys.map((id) => id.slice(0, 8)).join(" ")
  const cells = rows.map((row) => [visible(row.name, 40), `${row.seen}`, keys(row), visible(row.url)])
  return table([listHeader, ...cells], (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return text === unsigned ? yellow(text) : text
  }).join("\n")
}

const hitLines = (hit: SearchHit, view: View): ReadonlyArray<string> => {
  const { bold, dim } = view.paint
  const latest = hit.latest === undefined ? "no version that is offered" : visible(hit.latest, 24)
  const title = hit.title === undefined ? "" : `  ${visible(hit.title)}`
  return [
    `${bold(`${visible(hit.id)}@${visible(hit.registry)}`)} ${latest}${dim(title)}`,
    ...(hit.description === undefined ? [] : paragraph(safe(hit.description), "  ", view))
  ]
}

/** What was found, one block each; then the registries that could not be looked into. */
export const renderSearch = ({ found, silent }: SearchReport, view: View): string =>
  [
    ...(found.length === 0 ? ["Nothing was found."] : found.flatMap((hit) => hitLines(hit, view))),
    ...warningLines(
      silent.map(({ message }) => message),
      view
    )
  ].join("\n")

const versionHeader = ["VERSION", "PUBLISHED", "NEEDS GSD", "STATE"]

const stateOf = ({ fits, yanked }: VersionRow): string =>
  yanked === true ? "yanked" : fits ? "offered" : "not for this gsd"

const versionLines = (rows: ReadonlyArray<VersionRow>, view: View): ReadonlyArray<string> => {
  const { bold, dim, green, yellow } = view.paint
  const cells = rows.map((row) => [
    visible(row.version, 40),
    row.publishedAt.slice(0, 16).replace("T", " "),
    visible(row.engines?.gsd ?? "any", 40),
    stateOf(row)
  ])
  const lines = table([versionHeader, ...cells], (text, column, at) => {
    if (at === 0) return dim(text)
    if (column === 0) return bold(text)
    return column === 3 ? (text === "offered" ? green : yellow)(text) : text
  })
  return lines.flatMap((line, at) => {
    const provenance = rows[at - 1]?.provenance
    if (provenance === undefined) return [line]
    return [line, ...labelled("  ", visible(`${provenance.sourceRepo} at ${provenance.commit}`), view)]
  })
}

const factsOf = (info: RegistryInfo): ReadonlyArray<readonly [string, string]> =>
  [
    ["title", info.title],
    ["description", info.description],
    ["tier", info.tier],
    ["registry", info.url]
  ].flatMap(([name = "", value]) => (value === undefined ? [] : [[name, value] as const]))

const factColumn = 12

/** What a registry says of one capability, with one row per version. */
export const renderInfo = (info: RegistryInfo, view: View): string => {
  const title = view.paint.bold(`${visible(info.id)}@${visible(info.registry)}`)
  const facts = factsOf(info).flatMap(([name, value]) =>
    labelled(`  ${padded(name, factColumn)} `, visible(value), view)
  )
  return [title, ...facts, "", ...versionLines(info.versions, view)].join("\n")
}
