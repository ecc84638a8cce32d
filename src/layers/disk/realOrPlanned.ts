import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"

const isMissing = (failure: DiskFailure): boolean =>
  failure.reason === "missing" || failure.reason === "not-a-directory"

/** Path of what does not stand yet, below the real path of its parent. */
const planned = (path: string): Effect.Effect<string, DiskFailure, Durable> =>
  Effect.map(
    realOrPlanned(parentOf(path)),
    (parent) =>
      `${parent === "/" ? "" : parent}${path.slice(parentOf(path) === "/" ? 0 : parentOf(path).length)}`
  )

/** Real path of `path`, or of its nearest existing ancestor with the rest appended. */
export const realOrPlanned = (path: string): Effect.Effect<string, DiskFailure, Durable> =>
  Effect.gen(function* () {
    const durable = yield* Durable
    // Looks first: the failure costs more than the look.
    const found = yield* Effect.orElseSucceed(durable.identify(path), () => undefined)
    if (found !== undefined && Option.isNone(found) && parentOf(path) !== path) return yield* planned(path)
    return yield* durable
      .realPath(path)
      .pipe(
        Effect.catchTag("DiskFailure", (failure) =>
          isMissing(failure) && parentOf(path) !== path ? planned(path) : Effect.fail(failure)
        )
      )
  })
