import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LaneNews } from "../../services/Lanes.ts"

/** Where a run's outputs are seen on their way. */
export interface Progress {
  /** Takes note of a chunk before its memory is taken back. */
  readonly saw: (stream: "answer" | "beside", chunk: Uint8Array) => void
  /** Bytes of the answer until now. */
  readonly bytes: () => number
  /** From the start to the last chunk; undefined when there was none. */
  readonly lastSeen: () => Duration.Duration | undefined
}

/** A program that writes more than this in one span floods; what comes beyond it is not told until the next. */
const floodBytes = 65_536

/** How long a span is. */
const spanNanos = 100_000_000n

/** What is looked at of the end of a stream for its last line. */
const lineBytes = 1024

/** The end of a stream, in room that is made once. */
const makeEnd = () => {
  const room = new Uint8Array(lineBytes)
  let held = 0
  return {
    add: (chunk: Uint8Array) => {
      const piece = chunk.subarray(Math.max(0, chunk.byteLength - lineBytes))
      const kept = Math.min(held, lineBytes - piece.byteLength)
      room.copyWithin(0, held - kept, held)
      room.set(piece, kept)
      held = kept + piece.byteLength
    },
    bytes: () => room.subarray(0, held)
  }
}

/** The last line that is not blank; empty when all are. */
const lastLineOf = (end: Uint8Array): string =>
  new TextDecoder()
    .decode(end)
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .findLast((line) => line !== "") ?? ""

/** Watches the outputs of one run from now on, and tells of each chunk, of a flood only its beginning ten times a second. */
export const makeProgress = Effect.fnUntraced(function* (identity: string, tell: (news: LaneNews) => void) {
  const clock = yield* Clock.Clock
  const started = clock.monotonicTimeNanosUnsafe()
  const ends = { answer: makeEnd(), beside: makeEnd() }
  let bytes = 0
  let last: bigint | undefined
  const span = { began: started, bytes: 0 }
  const progress: Progress = {
    saw: (stream, chunk) => {
      last = clock.monotonicTimeNanosUnsafe()
      if (stream === "answer") bytes += chunk.byteLength
      ends[stream].add(chunk)
      if (last - span.began >= spanNanos) Object.assign(span, { began: last, bytes: 0 })
      span.bytes += chunk.byteLength
      if (span.bytes > floodBytes) return
      tell({ _tag: "Wrote", identity, bytes, lastLine: lastLineOf(ends[stream].bytes()) })
    },
    bytes: () => bytes,
    lastSeen: () => (last === undefined ? undefined : Duration.nanos(last - started))
  }
  return progress
})
