import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

const part = Effect.map(Random.nextIntBetween(0, 2 ** 32 - 1), (value) => value.toString(16).padStart(8, "0"))

/** A random transaction name, also a staging's: 16 lower-case hex digits. */
export const transactionName: Effect.Effect<string> = Effect.zipWith(part, part, (high, low) => high + low)
