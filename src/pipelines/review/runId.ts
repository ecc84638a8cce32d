import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** Name of a run: when it began, and something random; ascending names are ascending times. */
export const newRunId = Effect.gen(function* () {
  const at = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const random = yield* Random.nextIntBetween(0, 2 ** 32 - 1)
  return `${at.replaceAll(/[-:]|\.\d+/gu, "")}-${random.toString(16).padStart(8, "0")}`
}).pipe(Effect.withSpan("review.newRunId"))
