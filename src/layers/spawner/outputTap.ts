import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Capture } from "../../domain/process/outcome.ts"
import type { OutputPlan } from "../../services/Spawner.ts"

/** Holds back and lets go the source of a stream. Both are safe to call at any time. */
export interface Valve {
  readonly pause: () => void
  readonly resume: () => void
}

/** One output stream between its source (events) and its plan (an effect). */
export interface OutputTap<E, R> {
  /** Takes a chunk from the source. */
  readonly push: (chunk: Uint8Array) => void
  /** Says that the source has ended; `isCut` when it was ended by us. Only the first call counts. */
  readonly finish: (isCut: boolean) => void
  /** Stops holding back the source: what is left of it is known to be little. */
  readonly flow: () => void
  /** Works until the source has ended and its last chunk is written. */
  readonly pump: Effect.Effect<void, E, R>
  /** True while the child waits for the sink. */
  readonly isHoldingBack: () => boolean
  /** Monotonic time of the last chunk, or of the sink's last progress, in nanoseconds. */
  readonly lastActivity: () => bigint
  readonly capture: () => Capture
}

/** Bytes that are kept, without holding on to more than the cap and one chunk. */
const makeKeeper = (capBytes: number, part: "head" | "tail") => {
  const parts: Array<Uint8Array> = []
  let held = 0
  const add = (chunk: Uint8Array) => {
    const piece = part === "head" ? chunk.subarray(0, capBytes - held) : chunk
    if (piece.byteLength === 0) return
    parts.push(piece)
    held += piece.byteLength
    for (let first = parts[0]; first !== undefined && held - first.byteLength >= capBytes; first = parts[0]) {
      parts.shift()
      held -= first.byteLength
    }
  }
  const bytes = (): Uint8Array => {
    const skipped = Math.max(0, held - capBytes)
    const whole = new Uint8Array(held)
    let at = 0
    for (const piece of parts) {
      whole.set(piece, at)
      at += piece.byteLength
    }
    return whole.subarray(skipped)
  }
  return { add, bytes }
}

/** Connects a source of chunks with a plan; the source is held back while a sink writes. */
export const makeTap = Effect.fnUntraced(function* <E, R>(plan: OutputPlan<E, R>, valve: Valve) {
  const clock = yield* Clock.Clock
  const queue = yield* Queue.unbounded<Uint8Array | undefined>()
  const capBytes = Number.isFinite(plan.capBytes) ? Math.max(0, Math.floor(plan.capBytes)) : 0
  const keeper = makeKeeper(capBytes, plan._tag === "Keep" ? plan.part : "head")
  const state = { total: 0, accepted: 0, pending: 0, ended: false, cut: false, flowing: false, held: false }
  let last = clock.monotonicTimeNanosUnsafe()
  const touch = () => {
    last = clock.monotonicTimeNanosUnsafe()
  }
  const letGo = () => {
    if (state.held) valve.resume()
    state.held = false
  }
  const accept = (chunk: Uint8Array) => {
    const piece = chunk.subarray(0, capBytes - state.accepted)
    if (piece.byteLength === 0) return
    state.accepted += piece.byteLength
    state.pending += 1
    Queue.offerUnsafe(queue, piece)
    if (state.flowing || state.held) return
    state.held = true
    valve.pause()
  }
  const push = (chunk: Uint8Array) => {
    state.total += chunk.byteLength
    touch()
    if (plan._tag === "Keep") keeper.add(chunk)
    else accept(chunk)
  }
  const pump = Effect.gen(function* () {
    for (let piece = yield* Queue.take(queue); piece !== undefined; piece = yield* Queue.take(queue)) {
      if (plan._tag === "Stream") yield* plan.write(piece)
      state.pending -= 1
      touch()
      if (state.pending === 0) letGo()
    }
  })
  const tap: OutputTap<E, R> = {
    push,
    finish: (isCut) => {
      if (state.ended) return
      state.ended = true
      state.cut = isCut
      Queue.offerUnsafe(queue, undefined)
    },
    flow: () => {
      state.flowing = true
      letGo()
    },
    pump,
    isHoldingBack: () => state.held,
    lastActivity: () => last,
    capture: () => captureOf(plan, state, keeper.bytes)
  }
  return tap
})

interface TapState {
  readonly total: number
  readonly accepted: number
  readonly pending: number
  readonly cut: boolean
}

const captureOf = <E, R>(plan: OutputPlan<E, R>, state: TapState, kept: () => Uint8Array): Capture => {
  const bytes = plan._tag === "Keep" ? kept() : new Uint8Array(0)
  const keptBytes = plan._tag === "Keep" ? bytes.byteLength : state.accepted
  return {
    bytes,
    keptBytes,
    totalBytes: state.total,
    truncated: keptBytes < state.total,
    complete: !state.cut && state.pending === 0
  }
}
