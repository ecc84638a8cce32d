import { structuredPatch } from "diff"
import { sha512Hex } from "../hash.ts"
import { limits } from "../limits.ts"
import { shown, visibleLine, withLegend, type Visible } from "./escape.ts"

/** Two states of one file; an absent side means that the file was added or removed. */
export interface FilePair {
  readonly path: string
  readonly before?: Uint8Array
  readonly after?: Uint8Array
}

/** Lines changed beyond which a comparison is given up: its cost grows with the square of that number. */
const maxEdits = 2000

/** Bytes of one side beyond which a file is named with size and hash instead of compared. */
const maxTextBytes = 1024 * 1024

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const isText = (bytes: Uint8Array): boolean => {
  if (bytes.length > maxTextBytes || bytes.includes(0)) return false
  const text = decoder.decode(bytes)
  return new TextEncoder().encode(text).length === bytes.length && !text.includes("\ufffd")
}

const binaryLine = (side: string, bytes: Uint8Array | undefined): Visible =>
  bytes === undefined
    ? shown`${side} absent`
    : shown`${side} not shown: ${bytes.length} bytes, sha512 ${sha512Hex(bytes)}`

/** At most `maxLines` lines, then a line with the count of the rest. */
export const cut = (lines: ReadonlyArray<Visible>, maxLines: number): ReadonlyArray<Visible> =>
  lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines), shown`\\…(${lines.length - maxLines} more lines)`]

const textOf = (bytes: Uint8Array | undefined): string => (bytes === undefined ? "" : decoder.decode(bytes))

/** Some lines of one side, counted from 1. */
export interface LineRange {
  readonly start: number
  readonly count: number
}

/** A run of changed lines; each line starts with ` `, `-`, `+`, or the library's backslash. */
export interface Hunk {
  /** The `@@` line. */
  readonly head: Visible
  readonly before: LineRange
  readonly after: LineRange
  readonly lines: ReadonlyArray<string>
}

/** Where a side stands; an empty one stands behind the line before it, as git writes it. */
const rangeText = ({ count, start }: LineRange): string => `${count === 0 ? start - 1 : start},${count}`

/** Changed lines of two texts with `context` lines around them, raw; undefined when they are too different to compare. */
export const hunksBetween = (
  before: string,
  after: string,
  context: number
): ReadonlyArray<Hunk> | undefined =>
  structuredPatch("", "", before, after, "", "", { context, maxEditLength: maxEdits })?.hunks.map((hunk) => {
    const ranges = {
      before: { start: hunk.oldStart, count: hunk.oldLines },
      after: { start: hunk.newStart, count: hunk.newLines }
    }
    const head = shown`@@ -${rangeText(ranges.before)} +${rangeText(ranges.after)} @@`
    return { head, ...ranges, lines: hunk.lines }
  })

/** A line of a hunk; the library marks a missing last newline with a backslash, which no line of content starts with. */
const lineOf = (line: string): Visible =>
  line.startsWith("\\") ? shown`\\ No newline at end of file` : visibleLine(line, limits.shownCharacters)

const contextLines = 3

const hunksOf = (pair: FilePair): ReadonlyArray<Visible> | undefined =>
  hunksBetween(textOf(pair.before), textOf(pair.after), contextLines)?.flatMap((hunk) => [
    hunk.head,
    ...hunk.lines.map(lineOf)
  ])

/**
 * Unified diff of two states of a file, its lines as `visibleLine` shows them, at most `maxLines` lines and then a line with the
 * count of the rest. Bytes that are not UTF-8 text, and texts too different to compare in bounded work, are named
 * with size and hash instead. Equal sides give the two header lines only.
 */
export const unifiedDiff = (
  pair: FilePair,
  maxLines: number = limits.shownDiffLines
): ReadonlyArray<Visible> => {
  const header = [
    pair.before === undefined ? shown`--- /dev/null` : shown`--- a/${pair.path}`,
    pair.after === undefined ? shown`+++ /dev/null` : shown`+++ b/${pair.path}`
  ]
  const sides = [pair.before, pair.after].filter((bytes) => bytes !== undefined)
  const hunks = sides.every(isText) ? hunksOf(pair) : undefined
  const body = hunks ?? [binaryLine("-", pair.before), binaryLine("+", pair.after)]
  return cut([...header, ...withLegend(body)], maxLines)
}
