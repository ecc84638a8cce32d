import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Capture } from "../../domain/process/outcome.ts"
import type { OutputPlan } from "../../services/Spawner.ts"
import { type Keeper, keepHead, keepTail } from "./keeper.ts"

/** The side of a stream that chunks come from. No method throws; all are safe to call at any time. */
export interface Source {
  readonly pause: () => void
  readonly resume: () => void
  /** Takes back the memory of a chunk that nobody reads any more. */
  readonly recycle: (chunk: Uint8Array) => void
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

/** A chunk on its way to the sink: `piece` is what the cap leaves of it. */
interface Parcel {
  readonly piece: Uint8Array
  readonly chunk: Uint8Array
}

const wholeBytes = (capBytes: number) => (Number.isFinite(capBytes) ? Math.max(0, Math.floor(capBytes)) : 0)

const makeKeeper = <E, R>(plan: OutputPlan<E, R>, capBytes: number): Keeper =>
  plan._tag === "Keep" && plan.part === "tail"
    ? keepTail(capBytes)
    : keepHead(plan._tag === "Keep" ? capBytes : 0)

/** Connects a source of chunks with a plan; the source is held back while a sink writes. */
export const makeTap = Effect.fnUntraced(function* <E, R>(plan: OutputPlan<E, R>, source: Source) {
  const clock = yield* Clock.Clock
  const queue = yield* Queue.unbounded<Parcel | undefined>()
  const capBytes = wholeBytes(plan.capBytes)
  const keeper = makeKeeper(plan, capBytes)
  const state = { total: 0, sent: 0, pending: 0, ended: false, cut: false, flowing: false, held: false }
  let last = clock.monotonicTimeNanosUnsafe()
  const touch = () => {
    last = clock.monotonicTimeNanosUnsafe()
  }
  const letGo = () => {
    if (state.held) source.resume()
    state.held = false
  }
  const keep = (chunk: Uint8Array) => {
    keeper.add(chunk)
    source.recycle(chunk)
  }
  const send = (chunk: Uint8Array) => {
    const piece = chunk.subarray(0, capBytes - state.sent)
    if (piece.byteLength === 0) return source.recycle(chunk)
    state.sent += piece.byteLength
    state.pending += 1
    Queue.offerUnsafe(queue, { piece, chunk })
    if (state.flowing || state.held) return
    state.held = true
    source.pause()
  }
  const pump = Effect.gen(function* () {
    for (let parcel = yield* Queue.take(queue); parcel !== undefined; parcel = yield* Queue.take(queue)) {
      if (plan._tag === "Stream") yield* plan.write(parcel.piece)
      source.recycle(parcel.chunk)
      state.pending -= 1
      touch()
      if (state.pending === 0) letGo()
    }
  })
  const capture = (): Capture => {
    const bytes = keeper.bytes()
    const keptBytes = plan._tag === "Keep" ? bytes.byteLength : state.sent
    const complete = !state.cut && state.pending === 0
    return { bytes, keptBytes, totalBytes: state.total, truncated: keptBytes < state.total, complete }
  }
  const tap: OutputTap<E, R> = {
    push: (chunk) => {
      state.total += chunk.byteLength
      touch()
      if (plan._tag === "Keep") keep(chunk)
      else send(chunk)
    },
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
    capture
  }
  return tap
})
