import * as Result from "effect/Result"
import { framesOf, holdsFrame, ownerWord, type Lines } from "./block.ts"
import type { WiredEntry } from "./FileWiring.ts"
import { cutRanges } from "./splice.ts"
import { elementValue } from "./spots.ts"
import { holdsKeys, parseToml, sameToml, type TomlTable } from "./toml.ts"
import { commentsIn, tablesIn, type TextTable } from "./tomlTables.ts"

/** A TOML document, its lines, and those in it that are not to be looked at. */
interface Document {
  readonly text: string
  readonly value: TomlTable
  readonly tables: ReadonlyArray<TextTable>
  readonly frames: ReadonlyArray<Lines>
}

/** A table, or an item of an array of tables, with all that is below it. */
interface Group {
  readonly text: string
  readonly head: TextTable
  readonly tables: ReadonlyArray<TextTable>
}

/** What is to be cut of a block whose own two lines do not hold exactly it any more. */
export interface TablesCut {
  /** In the order of the text, without overlap. */
  readonly ranges: ReadonlyArray<Lines>
  /** Undefined when all of it goes. */
  readonly reason: "missing" | "changed" | undefined
  /** All of the block stands in the document as it was. */
  readonly isWhole: boolean
}

const isUnder = ({ keys }: TextTable, above: TextTable): boolean =>
  keys.length > above.keys.length && above.keys.every((key, level) => key === keys[level])

const hasName =
  (name: TextTable) =>
  ({ isItem, keys }: TextTable): boolean =>
    isItem === name.isItem &&
    keys.length === name.keys.length &&
    keys.every((key, level) => key === name.keys[level])

/** What belongs to a table: of an item, what follows up to the next. */
const groupAt = (text: string, tables: ReadonlyArray<TextTable>, head: TextTable): Group => {
  const from = head.isItem ? tables.slice(tables.indexOf(head) + 1) : tables
  const next = head.isItem ? from.findIndex(hasName(head)) : -1
  const near = next < 0 ? from : from.slice(0, next)
  return { text, head, tables: [head, ...near.filter((table) => isUnder(table, head))] }
}

const groupsIn = (text: string, tables: ReadonlyArray<TextTable>): ReadonlyArray<Group> =>
  tables
    .filter((table, index) => !tables.slice(0, index).some((above) => isUnder(table, above)))
    .map((head) => groupAt(text, tables, head))

const valueOf = ({ tables, text }: Group): TomlTable | undefined =>
  Result.getOrUndefined(parseToml(tables.map(({ end, start }) => `${text.slice(start, end)}\n`).join("")))

const saidIn = ({ tables, text }: Group): ReadonlyArray<string> =>
  tables.flatMap(({ end, start }) => commentsIn(text.slice(start, end)))

/** Whether something is said in a table that we did not say; where a line of a block came to stand says nothing. */
const saysMore = (found: Group, ours: Group): boolean => {
  const known = new Set(saidIn(ours))
  return saidIn(found).some((comment) => !known.has(comment) && !holdsFrame("toml", comment))
}

const isSame = (ours: Group, found: Group): boolean => {
  const [one, other] = [valueOf(ours), valueOf(found)]
  return one !== undefined && other !== undefined && sameToml(one, other) && !saysMore(found, ours)
}

/** How far lines stand in a text from an offset on. */
const along = (text: string, start: number, lines: ReadonlyArray<string>): number => {
  let at = start
  for (const line of lines) {
    const [found = ""] = /^[^\n]*\n?/u.exec(text.slice(at, at + line.length + 2)) ?? []
    if (found === "" || found.trimEnd() !== line.trimEnd()) return at
    at += found.length
  }
  return at
}

/** Lines behind the last that says something, as they are in the block. */
const trailing = ({ tables, text }: Group, table: TextTable): ReadonlyArray<string> => {
  const own = tables.find(hasName(table))
  return own === undefined ? [] : text.slice(own.end, own.next).split("\n").slice(0, -1)
}

/** Where lines start that stand right before an offset; the offset where they do not. */
const before = (text: string, end: number, lines: ReadonlyArray<string>): number => {
  let start = end
  for (let count = lines.length; count > 0; count--) start = text.lastIndexOf("\n", start - 2) + 1
  return lines.length > 0 && along(text, start, lines) === end ? start : end
}

const linesOf = (found: Group, ours: Group): ReadonlyArray<Lines> => {
  const [first] = tablesIn(ours.text).tables
  const lead =
    first?.start === ours.head.start ? ours.text.slice(0, first.start).split("\n").slice(0, -1) : []
  return found.tables.map((table) => [
    table === found.head ? before(found.text, table.start, lead) : table.start,
    along(found.text, table.end, trailing(ours, table))
  ])
}

const merged = (ranges: ReadonlyArray<Lines>): ReadonlyArray<Lines> => {
  const rest: Array<Lines> = []
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = rest.at(-1)
    if (last !== undefined && start < last[1]) rest[rest.length - 1] = [last[0], Math.max(last[1], end)]
    else rest.push([start, end])
  }
  return rest
}

const isWithin = ({ start }: TextTable, [from, to]: Lines): boolean => start >= from && start < to

/** Between the first and the last line of the owner's, which is where ours was. */
const isFramed = (frames: ReadonlyArray<Lines>, table: TextTable): boolean =>
  isWithin(table, [frames[0]?.[0] ?? 0, frames.at(-1)?.[1] ?? 0])

interface Found {
  readonly taken: ReadonlySet<TextTable>
  readonly ranges: ReadonlyArray<Lines>
  readonly absent: ReadonlyArray<Group>
  readonly isChanged: boolean
}

/** Looks for one group of the block: what stands between the owner's lines first, and the last in the text. */
const look = ({ frames, tables, text, value }: Document, found: Found, ours: Group): Found => {
  const heads = tables.filter((table) => hasName(ours.head)(table) && !found.taken.has(table)).toReversed()
  const framed = (head: TextTable): boolean => isFramed(frames, head)
  const same = [...heads.filter(framed), ...heads.filter((head) => !framed(head))]
    .map((head) => groupAt(text, tables, head))
    .find((group) => isSame(ours, group))
  if (same !== undefined) {
    const ranges = [...found.ranges, ...linesOf(same, ours)]
    return { ...found, ranges, taken: new Set([...found.taken, ...same.tables]) }
  }
  return !ours.head.isItem && holdsKeys(value, ours.head.keys)
    ? { ...found, isChanged: true }
    : { ...found, absent: [...found.absent, ours] }
}

/** An item between the owner's lines that is none of ours, where one of ours is not found: somebody edited it. */
const isEdited = ({ frames, tables }: Document, { absent, taken }: Found): boolean =>
  absent.some((ours) =>
    tables.some((table) => hasName(ours.head)(table) && !taken.has(table) && isFramed(frames, table))
  )

const readable = (text: string, ranges: ReadonlyArray<Lines>): boolean =>
  Result.isSuccess(parseToml(cutRanges(text, ranges)))

/** A line of somebody else's block within is no line of ours. */
const holdsOthers = (text: string, ranges: ReadonlyArray<Lines>, frames: ReadonlyArray<Lines>): boolean =>
  ranges.some(([start, end]) => {
    const own = frames.filter(([from]) => from >= start && from < end)
    const inside = own.map(([from, to]): Lines => [from - start, to - start])
    return holdsFrame("toml", cutRanges(text.slice(start, end), inside))
  })

/**
 * Finds a block of TOML again whose lines around it were dropped or moved, as a host does that writes its file anew: each
 * table of it that stands in the document with exactly the same value and no comment of somebody's in it, and with them the
 * owner's lines. A table that differs stays, and all that is below it; the owner's lines stay then too. Nothing within
 * `others` is looked at. Undefined when the block holds no table, or keys outside of one.
 */
export const tablesCut = (
  { text, value }: Pick<Document, "text" | "value">,
  entry: WiredEntry,
  others: ReadonlyArray<Lines>
): TablesCut | undefined => {
  const element = elementValue(entry)
  const block = typeof element === "string" ? element : ""
  const own = tablesIn(`${block}\n`)
  if (own.hasRootKeys || own.tables.length === 0) return undefined
  const tables = tablesIn(text).tables.filter((table) => !others.some((lines) => isWithin(table, lines)))
  const document = { text, value, tables, frames: framesOf(text, "toml", ownerWord(entry.place)) }
  const none: Found = { taken: new Set(), ranges: [], absent: [], isChanged: false }
  const found = groupsIn(`${block}\n`, own.tables).reduce((state, ours) => look(document, state, ours), none)
  const isChanged = found.isChanged || isEdited(document, found)
  const ranges = merged([...found.ranges, ...(isChanged ? [] : document.frames)])
  if (!readable(text, ranges) || holdsOthers(text, ranges, document.frames))
    return { ranges: [], reason: "changed", isWhole: false }
  const reason = found.ranges.length > 0 ? undefined : ("missing" as const)
  return { ranges, reason: isChanged ? "changed" : reason, isWhole: !isChanged && found.absent.length === 0 }
}
