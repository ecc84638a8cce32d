import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createInflateRaw, type InflateRaw } from "node:zlib"
import { limits } from "../../domain/limits.ts"

/** What the next step of an inflation is. */
export type Inflated =
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }
  /** Everything that was fed is used up. */
  | { readonly _tag: "Hungry" }
  /** The compressed data is over; what was fed beyond it was not used. */
  | { readonly _tag: "Ended"; readonly rest: Uint8Array }
  /** The compressed data makes no sense. */
  | { readonly _tag: "Corrupt" }

/** One deflate stream, taken apart as fast as its bytes are asked for. */
export interface Inflater {
  /** Gives it bytes, of which it must be out. */
  readonly feed: (bytes: Uint8Array) => Effect.Effect<void>
  readonly next: Effect.Effect<Inflated>
}

interface State {
  fed: Uint8Array
  usedBefore: number
  isBusy: boolean
  isEnded: boolean
  isCorrupt: boolean
  wake: () => void
}

const nobody = (): void => undefined

const listen = (inflate: InflateRaw, state: State): void => {
  inflate.on("readable", () => state.wake())
  inflate.on("end", () => {
    state.isEnded = true
    state.wake()
  })
  inflate.on("error", () => {
    state.isCorrupt = true
    state.wake()
  })
}

const stepOf = (inflate: InflateRaw, state: State): Inflated | undefined => {
  if (state.isCorrupt) return { _tag: "Corrupt" }
  const bytes: Uint8Array | null = inflate.read() as Uint8Array | null
  if (bytes !== null) return { _tag: "Bytes", bytes }
  const used = inflate.bytesWritten - state.usedBefore
  if (state.isEnded) return { _tag: "Ended", rest: state.fed.subarray(used) }
  // What the engine leaves is beyond its end: then the event is on its way.
  return state.isBusy || used < state.fed.length ? undefined : { _tag: "Hungry" }
}

/** Makes an inflater; its memory goes with the scope, in the middle of its work too. */
export const makeInflater: Effect.Effect<Inflater, never, Scope.Scope> = Effect.gen(function* () {
  const inflate = yield* Effect.acquireRelease(
    Effect.sync(() => createInflateRaw({ chunkSize: limits.unpackedPieceBytes })),
    (opened) =>
      Effect.sync(() => {
        opened.destroy()
      })
  )
  const state: State = {
    fed: new Uint8Array(),
    usedBefore: 0,
    isBusy: false,
    isEnded: false,
    isCorrupt: false,
    wake: nobody
  }
  listen(inflate, state)
  // One synchronous look, then at every event: none can be missed in between.
  const next = Effect.callback<Inflated>((resume) => {
    state.wake = () => {
      const step = stepOf(inflate, state)
      if (step === undefined) return
      state.wake = nobody
      resume(Effect.succeed(step))
    }
    state.wake()
    return Effect.sync(() => {
      state.wake = nobody
    })
  })
  const feed = (bytes: Uint8Array) =>
    Effect.sync(() => {
      state.fed = bytes
      state.usedBefore = inflate.bytesWritten
      state.isBusy = true
      inflate.write(bytes, () => {
        state.isBusy = false
        state.wake()
      })
    })
  return { feed, next }
})
