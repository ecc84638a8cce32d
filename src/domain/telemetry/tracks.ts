import type { RecordedSpan } from "./span.ts"

/** A span with the row of a viewer that it is drawn in, from 0. */
export interface PlacedSpan {
  readonly span: RecordedSpan
  readonly track: number
}

/** What is still open in a row, outermost first. */
type Row = Array<RecordedSpan>

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other))

/** Outer spans before those in them; the order given decides where both begin and end together. */
const inOrder = (spans: ReadonlyArray<RecordedSpan>): ReadonlyArray<RecordedSpan> =>
  spans.toSorted((one, other) => compare(one.start, other.start) || compare(other.end, one.end))

/** What of a row is over when a span begins; an outer span that ends at this very moment still holds it. */
const closeBefore = (row: Row, span: RecordedSpan): RecordedSpan | undefined => {
  let top = row.at(-1)
  while (top !== undefined && top.end <= span.start && !(top.id === span.parent && span.end <= top.end)) {
    row.pop()
    top = row.at(-1)
  }
  return top
}

/**
 * Gives each span a row in which spans nest: viewers draw a row by time alone, so what runs at once has rows of its own. A
 * span is drawn under its parent where nothing else is, otherwise in the first row that is free.
 */
export const placeSpans = (spans: ReadonlyArray<RecordedSpan>): ReadonlyArray<PlacedSpan> => {
  const rows: Array<Row> = []
  const trackOf = new Map<string, number>()
  return inOrder(spans).map((span) => {
    const fits = (track: number | undefined): track is number => {
      const row = track === undefined ? undefined : rows[track]
      if (row === undefined) return false
      const top = closeBefore(row, span)
      return top !== undefined && top.id === span.parent && span.end <= top.end
    }
    const parents = span.parent === undefined ? undefined : trackOf.get(span.parent)
    const free = () => rows.findIndex((row) => closeBefore(row, span) === undefined)
    const found = fits(parents) ? parents : free()
    const track = found === -1 ? rows.length : found
    const row = rows[track] ?? []
    rows[track] = row
    row.push(span)
    trackOf.set(span.id, track)
    return { span, track }
  })
}
