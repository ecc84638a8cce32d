import * as Effect from "effect/Effect"
import { DiskFailure, type DiskReason } from "../../domain/disk/errors.ts"

const isFailure = (error: unknown, reasons: ReadonlyArray<DiskReason>): boolean =>
  error instanceof DiskFailure && reasons.includes(error.reason)

/** Takes `fallback` where nothing stands at the path; every other failure stays. */
export const whenMissing = <A, E, R, B>(
  effect: Effect.Effect<A, E, R>,
  fallback: B
): Effect.Effect<A | B, E, R> =>
  Effect.catchIf(
    effect,
    (error): error is E => isFailure(error, ["missing", "not-a-directory"]),
    () => Effect.succeed(fallback)
  )

/** Lets a failure of one reason count as done. */
export const unless = <E, R>(
  effect: Effect.Effect<void, E, R>,
  reason: DiskReason
): Effect.Effect<void, E, R> =>
  Effect.catchIf(
    effect,
    (error): error is E => isFailure(error, [reason]),
    () => Effect.void
  )
