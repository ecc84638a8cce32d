import type * as Tracer from "effect/Tracer"
import { limits } from "../../domain/limits.ts"
import type { RecordedSpan } from "../../domain/telemetry/span.ts"
import { recordOf, type SpanListener } from "./spans.ts"

/** Keeps the spans of a run for a trace. */
export interface Recorder extends SpanListener {
  /** All spans so far, those that have not ended up to `now`; in the order in which they began, as far as they end. */
  readonly spans: (now: bigint) => ReadonlyArray<RecordedSpan>
  /** Spans that were not kept, because there are too many. */
  readonly left: () => number
}

/** A recorder that keeps as many spans as `limits.traceSpans` says, the first. */
export const makeRecorder = (): Recorder => {
  const open = new Set<Tracer.Span>()
  const ended: Array<RecordedSpan> = []
  let left = 0
  return {
    begun: (span) => {
      if (open.size + ended.length < limits.traceSpans) open.add(span)
      else left += 1
    },
    ended: (span, end) => {
      if (open.delete(span)) ended.push(recordOf(span, 0n, end))
    },
    spans: (now) => [...[...open].map((span) => recordOf(span, now, { outcome: "unfinished" })), ...ended],
    left: () => left
  }
}
