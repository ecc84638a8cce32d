import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

/** A piece on its way: the writer waits until it is done with. */
interface Parcel {
  readonly piece: Uint8Array
  readonly done: Deferred.Deferred<void>
}

const end = new Uint8Array()

/**
 * Lets `read` ask for pieces that `run` hands out. A piece is good until the next one is asked for; after the last an
 * empty one comes. The first of both that fails ends the other; `read` need not ask for everything.
 */
export const piped = Effect.fnUntraced(function* <A, B, E, E2, R, R2>(
  run: (write: (piece: Uint8Array) => Effect.Effect<void>) => Effect.Effect<A, E, R>,
  read: (next: Effect.Effect<Uint8Array>) => Effect.Effect<B, E2, R2>
) {
  const queue = yield* Queue.unbounded<Parcel>()
  const state: { held: Parcel | undefined; isOver: boolean } = { held: undefined, isOver: false }
  const letGo = Effect.suspend(() => {
    const { held } = state
    state.held = undefined
    return held === undefined ? Effect.void : Deferred.succeed(held.done, undefined)
  })
  /** What is still on its way is passed over. */
  const passOver = Effect.gen(function* () {
    state.isOver = true
    yield* letGo
    for (const { done } of yield* Queue.clear(queue)) yield* Deferred.succeed(done, undefined)
  })
  const send = Effect.fnUntraced(function* (piece: Uint8Array) {
    const done = yield* Deferred.make<void>()
    yield* Queue.offer(queue, { piece, done })
    if (state.isOver) yield* passOver
    return done
  })
  const next = Effect.gen(function* () {
    if (state.held?.piece.length === 0) return end
    yield* letGo
    const held = yield* Queue.take(queue)
    state.held = held
    return held.piece
  })
  const [outcome, value] = yield* Effect.all(
    [
      Effect.tap(
        run((piece) => Effect.flatMap(send(piece), Deferred.await)),
        () => send(end)
      ),
      Effect.ensuring(read(next), passOver)
    ],
    { concurrency: 2 }
  )
  return { outcome, value }
})
