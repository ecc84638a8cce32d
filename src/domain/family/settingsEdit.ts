import type { ByteText } from "./byteText.ts"
import { readLine } from "./settingsText.ts"

/** What is done to the lines of one key. */
export type LineEdit =
  /** The last line of the key gets the value and others of it go; without any a line is added. */
  | { readonly _tag: "Set"; readonly key: string; readonly value: ByteText }
  /** Every line of the key goes. */
  | { readonly _tag: "Unset"; readonly key: string }
  /** Every line of the key but the last goes. */
  | { readonly _tag: "Deduplicate"; readonly key: string }

/** A place of a text where something is put in the place of something else. */
export interface Splice {
  /** Offset in the text before. */
  readonly at: number
  readonly removed: string
  readonly inserted: string
}

interface Line {
  readonly start: number
  /** With its `\n`. */
  readonly text: string
  readonly key: string | undefined
  /** Offsets of the value in `text`. */
  readonly value: readonly [from: number, to: number]
}

const linesOf = (text: ByteText): ReadonlyArray<Line> => {
  let start = 0
  return text.split(/(?<=\n)/u).map((one) => {
    const body = one.endsWith("\n") ? one.slice(0, -1) : one
    const reading = readLine(body)
    const at = start
    start += one.length
    if (reading._tag !== "Setting") return { start: at, text: one, key: undefined, value: [0, 0] }
    const from = reading.key.length + 1
    return { start: at, text: one, key: reading.key, value: [from, from + reading.value.length] }
  })
}

const mark = "\u00EF\u00BB\u00BF"

/** The line end that the text uses: that of its last line that has one. */
const lineEnd = (text: ByteText): string => {
  const last = text.lastIndexOf("\n")
  return last > 0 && text[last - 1] === "\r" ? "\r\n" : "\n"
}

const isEnded = (line: Line): boolean => line.text.endsWith("\n")

const removal = ({ start, text }: Line): Splice => ({ at: start, removed: text, inserted: "" })

const edited = (lines: ReadonlyArray<Line>, edit: LineEdit): ReadonlyArray<Splice> => {
  const own = lines.filter(({ key }) => key === edit.key)
  if (edit._tag === "Unset") return own.map(removal)
  const before = own.slice(0, -1).map(removal)
  const last = own.at(-1)
  if (edit._tag === "Deduplicate" || last === undefined) return before
  const [from, to] = last.value
  const removed = last.text.slice(from, to)
  return removed === edit.value
    ? before
    : [...before, { at: last.start + from, removed, inserted: edit.value }]
}

/** New lines go to the end, or before a last line without line end, which is left as it is. */
const added = (
  text: ByteText,
  lines: ReadonlyArray<Line>,
  edits: ReadonlyArray<LineEdit>
): ReadonlyArray<Splice> => {
  const end = lineEnd(text)
  const fresh = edits.flatMap((edit) =>
    edit._tag === "Set" && lines.every(({ key }) => key !== edit.key) ? [`${edit.key}=${edit.value}`] : []
  )
  if (fresh.length === 0) return []
  const last = lines.at(-1)
  if (last === undefined || isEnded(last))
    return [{ at: text.length, removed: "", inserted: fresh.map((line) => line + end).join("") }]
  // A byte order mark must stay first.
  if (last.start === 0 && text.startsWith(mark))
    return [{ at: text.length, removed: "", inserted: fresh.map((line) => `\n${line}`).join("") }]
  return [{ at: last.start, removed: "", inserted: fresh.map((line) => line + end).join("") }]
}

/** Takes back the line end that was added behind a lone line with a byte order mark. */
const loneMark = (
  text: ByteText,
  lines: ReadonlyArray<Line>,
  splices: ReadonlyArray<Splice>
): ReadonlyArray<Splice> => {
  const [first, second] = lines
  if (lines.length !== 2 || first === undefined || second === undefined) return []
  const gone = splices.some(({ at, removed }) => at === second.start && removed === second.text)
  const alone = gone && splices.length === 1 && !isEnded(second) && text.startsWith(mark)
  return alone ? [{ at: second.start - 1, removed: "\n", inserted: "" }] : []
}

/**
 * What the edits change of a settings file, in the order of the text; the rest keeps its bytes, line ends included.
 * Setting a key that no line sets and unsetting it again gives the same bytes.
 */
export const planEdits = (text: ByteText, edits: ReadonlyArray<LineEdit>): ReadonlyArray<Splice> => {
  const lines = linesOf(text)
  const fresh = added(text, lines, edits)
  const changed = edits.flatMap((edit) => edited(lines, edit))
  const ends = fresh.length === 0 ? loneMark(text, lines, changed) : []
  // Sorting is stable: what is added before a line comes before what is done to it.
  return [...fresh, ...changed, ...ends].toSorted((one, other) => one.at - other.at)
}

/** The text after splices of it. */
export const applySplices = (text: string, splices: ReadonlyArray<Splice>): string => {
  let after = ""
  let from = 0
  for (const { at, inserted, removed } of splices) {
    after += text.slice(from, at) + inserted
    from = at + removed.length
  }
  return after + text.slice(from)
}

/** Splices of the text after that give the text before. */
export const inverseSplices = (splices: ReadonlyArray<Splice>): ReadonlyArray<Splice> => {
  let shift = 0
  return splices.map(({ at, inserted, removed }) => {
    const inverse = { at: at + shift, removed: inserted, inserted: removed }
    shift += inserted.length - removed.length
    return inverse
  })
}
