import type { AttributeValue, RecordedSpan } from "./span.ts"
import { placeSpans, type PlacedSpan } from "./tracks.ts"

/** What a trace is of. */
export interface TraceHead {
  readonly processId: number
  /** Name of the process in a viewer. */
  readonly name: string
  /** Facts about the whole run. */
  readonly about: Readonly<Record<string, AttributeValue>>
}

/** One event of the Trace Event Format; times are microseconds. */
export interface TraceEvent {
  readonly ph: "M" | "X"
  readonly name: string
  readonly cat: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args: Readonly<Record<string, AttributeValue>>
}

const nanosPerMicro = 1000n
const partsOfMicro = 1024n

/**
 * Whole parts of a microsecond that a double holds and adds exactly, a little finer than a nanosecond: with decimal fractions
 * the start and duration of a span could add up to more than the end of the one it lies in, which viewers refuse.
 */
const micros = (nanos: bigint): number =>
  Number((nanos * partsOfMicro) / nanosPerMicro) / Number(partsOfMicro)

/** Rows are told apart from 1: viewers take 0 for the whole process. */
const tidOf = (track: number): number => track + 1

const metaOf = (name: string, head: TraceHead, tid: number): Omit<TraceEvent, "args"> => ({
  ph: "M",
  name,
  cat: "__metadata",
  pid: head.processId,
  tid,
  ts: 0
})

const rowsOf = (head: TraceHead, placed: ReadonlyArray<PlacedSpan>): ReadonlyArray<TraceEvent> =>
  [...new Set(placed.map(({ track }) => track))].flatMap((track) => [
    {
      ...metaOf("thread_name", head, tidOf(track)),
      args: { name: track === 0 ? head.name : `at once ${track}` }
    },
    { ...metaOf("thread_sort_index", head, tidOf(track)), args: { sort_index: track } }
  ])

/** Service or pipeline that a span belongs to. */
const categoryOf = (name: string): string => /^[^.\s]+/u.exec(name)?.[0] ?? name

const eventOf = (head: TraceHead, begun: bigint, { span, track }: PlacedSpan): TraceEvent => ({
  ph: "X",
  name: span.name,
  cat: categoryOf(span.name),
  pid: head.processId,
  tid: tidOf(track),
  ts: micros(span.start - begun),
  dur: micros(span.end - begun) - micros(span.start - begun),
  args: {
    ...span.attributes,
    span: span.id,
    ...(span.parent === undefined ? {} : { parent: span.parent }),
    outcome: span.outcome,
    ...(span.error === undefined ? {} : { error: span.error })
  }
})

/** How a file of traces begins, ours and those of browsers; what begins otherwise is not replaced. */
export const traceOpening = '{"traceEvents":['

/**
 * A trace as Perfetto, chrome://tracing and browsers' performance panels read it: one complete event per span, each line
 * one event. Source: Google's "Trace Event Format", JSON object form.
 */
export const traceText = (head: TraceHead, spans: ReadonlyArray<RecordedSpan>): string => {
  const placed = placeSpans(spans)
  const begun = placed[0]?.span.start ?? 0n
  const events = [
    { ...metaOf("process_name", head, 0), args: { name: head.name } },
    ...rowsOf(head, placed),
    ...placed.map((one) => eventOf(head, begun, one))
  ]
  const lines = events.map((event) => JSON.stringify(event)).join(",\n")
  return `${traceOpening}\n${lines}\n],"displayTimeUnit":"ms","otherData":${JSON.stringify(head.about)}}\n`
}
