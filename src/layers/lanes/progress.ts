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

/** What is looked at of the end of a stream for its last line. */
const lineBytes = 1024

const noBytes = new Uint8Array()

const endOf = (before: Uint8Array, chunk: Uint8Array): Uint8Array => {
  if (chunk.byteLength >= lineBytes) return chunk.slice(-lineBytes)
  const kept = before.subarray(Math.max(0, before.byteLength + chunk.byteLength - lineBytes))
  const whole = new Uint8Array(kept.byteLength + chunk.byteLength)
  whole.set(kept)
  whole.set(chunk, kept.byteLength)
  return whole
}

/** The last line that is not blank; empty when all are. */
const lastLineOf = (end: Uint8Array): string =>
  new TextDecoder()
    .decode(end)
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .findLast((line) => line !== "") ?? ""

/** Watches the outputs of one run from now on, and tells of each chunk. */
export const makeProgress = Effect.fnUntraced(function* (identity: string, tell: (news: LaneNews) => void) {
  const clock = yield* Clock.Clock
  const started = clock.monotonicTimeNanosUnsafe()
  const ends = { answer: noBytes as Uint8Array, beside: noBytes as Uint8Array }
  let bytes = 0
  let last: bigint | undefined
  const progress: Progress = {
    saw: (stream, chunk) => {
      last = clock.monotonicTimeNanosUnsafe()
      if (stream === "answer") bytes += chunk.byteLength
      ends[stream] = endOf(ends[stream], chunk)
      tell({ _tag: "Wrote", identity, bytes, lastLine: lastLineOf(ends[stream]) })
    },
    bytes: () => bytes,
    lastSeen: () => (last === undefined ? undefined : Duration.nanos(last - started))
  }
  return progress
})
