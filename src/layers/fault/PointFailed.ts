import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** Defect: what was to hold does not at one point. The message says where, and by which seed it is run again alone. */
export class PointFailed extends Error {
  override readonly name = "PointFailed"
  /** What the same function takes as `seed` to run this point and no other. */
  readonly seed: string

  constructor(message: string, options: { readonly seed: string; readonly cause?: unknown }) {
    super(message, options)
    this.seed = options.seed
  }
}

/** One point among many. */
export interface Point {
  /** For people, such as `fail at call 17 (Durable.rename)`. */
  readonly where: string
  readonly seed: string
}

const failedAt = ({ seed, where }: Point, why: string, cause?: unknown): PointFailed =>
  new PointFailed(`${where}; run it again with seed ${JSON.stringify(seed)}\n${why}`, {
    seed,
    ...(cause === undefined ? {} : { cause })
  })

/** Dies with the reason why a point is not as it should be. */
export const failAt = (point: Point, why: string): Effect.Effect<never> => Effect.die(failedAt(point, why))

/** Makes a failure at one point say where it was; the point is asked for afterwards. */
export const proveAt =
  (point: () => Point) =>
  <A, E, R>(proof: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
    Effect.catchCause(proof, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.die(failedAt(point(), Cause.pretty(cause), Cause.squash(cause)))
    )
