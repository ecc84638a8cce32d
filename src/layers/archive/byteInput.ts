import * as Effect from "effect/Effect"

/** Bytes that come in pieces of any size, asked for in the sizes that a reader needs. */
export interface ByteInput<E> {
  /** At most `most` bytes and at least one; empty at the end. Good until the next call. */
  readonly some: (most: number) => Effect.Effect<Uint8Array, E>
  /** So many bytes, or fewer when the end comes before; held in memory as a whole. Good until the next call. */
  readonly upTo: (count: number) => Effect.Effect<Uint8Array, E>
}

/** Reads by `pull`, which gives the next piece and an empty one at the end. */
export const byteInput = <E>(pull: Effect.Effect<Uint8Array, E>): ByteInput<E> => {
  let held: Uint8Array = new Uint8Array()
  let gathered = new Uint8Array()
  const take = (most: number): Uint8Array => {
    const taken = held.subarray(0, most)
    held = held.subarray(taken.length)
    return taken
  }
  const refill = Effect.map(pull, (piece) => {
    held = piece
  })
  const some = (most: number) =>
    Effect.suspend(() =>
      held.length > 0 ? Effect.succeed(take(most)) : Effect.map(refill, () => take(most))
    )
  const gather = Effect.fnUntraced(function* (count: number): Effect.fn.Return<Uint8Array, E> {
    // One buffer for all: memory of those let go is given back late.
    if (gathered.length < count) gathered = new Uint8Array(count)
    let length = 0
    while (length < count) {
      const piece = yield* some(count - length)
      if (piece.length === 0) break
      gathered.set(piece, length)
      length += piece.length
    }
    return gathered.subarray(0, length)
  })
  const upTo = (count: number) =>
    Effect.suspend(() => (held.length >= count ? Effect.succeed(take(count)) : gather(count)))
  return { some, upTo }
}
