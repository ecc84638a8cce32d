import { isFileOfOurs, type PlaceRow } from "../../domain/projection/report.ts"
import type { Withheld } from "../../domain/projection/wish.ts"
import { visible } from "../../domain/text/escape.ts"
import { mostLines } from "./disclosure.ts"
import { labelled, padded, safe, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

/** A heading and what stands below it. */
export interface Section {
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

/** A path as a person writes it: below the home directory it begins with `~`. */
export const homely = (path: string, home: string): string => {
  const base = home.replaceAll("\\", "/")
  if (base === "/" || base === "") return path
  return path === base ? "~" : path.startsWith(`${base}/`) ? `~${path.slice(base.length)}` : path
}

/** Lines of a list as long as a person is expected to read it, and how many more there are. */
const capped = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length <= mostLines
    ? lines
    : [
        ...lines.slice(0, mostLines),
        `    (${counted(lines.length - mostLines, "more line")}; \`--json\` has all)`
      ]

/** A heading with the lines below it; nothing without lines. */
export const sectionLines = ({ lines, title }: Section, view: View): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", `  ${view.paint.bold(title)}`, ...capped(lines)]

const kindColumn = 11

const kindLabel = (kind: string): string => `    ${padded(kind, kindColumn)}  `

/** The folder that all of these files lie in. */
const folderOf = (rows: ReadonlyArray<PlaceRow>): string => {
  const [first = [], ...others] = rows.map(({ path }) => path.split("/").slice(0, -1))
  const same = first.findIndex((part, at) => others.some((other) => other[at] !== part))
  return (same === -1 ? first : first.slice(0, same)).join("/")
}

/** Files of one skill, command or agent for which nothing more is to be said belong together. */
const belongs = (one: PlaceRow, other: PlaceRow): boolean =>
  one.kind === other.kind &&
  one.name === other.name &&
  one.capability === other.capability &&
  one.reason === undefined &&
  other.reason === undefined &&
  isFileOfOurs(one)

const together = (rows: ReadonlyArray<PlaceRow>): ReadonlyArray<ReadonlyArray<PlaceRow>> => {
  const groups: Array<Array<PlaceRow>> = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && belongs(last[0], row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** Several files by what they lie in, each of them named. */
const filesText = (rows: ReadonlyArray<PlaceRow>, home: string): string => {
  const folder = folderOf(rows)
  const names = rows.map(({ path }) => visible(path.slice(folder.length + 1)))
  return `${visible(homely(folder, home))}/ (${rows.length} files: ${names.join(", ")})`
}

const placeText = (rows: ReadonlyArray<PlaceRow>, first: PlaceRow, home: string): string => {
  if (rows.length > 1) return filesText(rows, home)
  const path = visible(homely(first.path, home))
  if (isFileOfOurs(first)) return path
  const names = first.name === "" ? "entries" : visible(first.name)
  return `${path}: ${names}${first.capability === "" ? "" : ` of ${visible(first.capability)}`}`
}

/** Each file, several of one skill or agent behind their folder, or what stands in a file of the host; and below it the reason. */
export const placeLines = (rows: ReadonlyArray<PlaceRow>, home: string, view: View): ReadonlyArray<string> =>
  together(rows).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [
      ...labelled(kindLabel(first.kind), placeText(group, first, home), view),
      ...(first.reason === undefined ? [] : labelled("      ", safe(first.reason), view))
    ]
  })

/** What each capability is called in the runtime, a line per capability. */
export const nameLines = (rows: ReadonlyArray<PlaceRow>, view: View): ReadonlyArray<string> => {
  const ids = [...new Set(rows.map(({ capability }) => capability))].toSorted()
  return ids.flatMap((id) => {
    const names = new Set(rows.filter(({ capability }) => capability === id).map(({ name }) => visible(name)))
    const label = id === "" ? "" : `${visible(id, 40)}: `
    return labelled("    ", `${label}${[...names].join(", ")}`, view)
  })
}

/** What is not given, and why. */
export const withheldLines = (withheld: ReadonlyArray<Withheld>, view: View): ReadonlyArray<string> =>
  withheld.flatMap(({ capability, kind, name, reason }) => {
    const what = kind === "capability" ? visible(capability) : `${visible(name)} of ${visible(capability)}`
    return labelled(kindLabel(kind), `${what}: ${safe(reason)}`, view)
  })
