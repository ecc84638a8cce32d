import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { DiskFailure, type DiskReason } from "../../domain/disk/errors.ts"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { Durable } from "../../services/Durable.ts"

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

/** A folder: its real path, and what stands there. */
export interface FolderAt {
  readonly real: string
  readonly identity: FileIdentity
}

/** The folder that a path leads to; undefined where it leads to none: something on it is missing, no folder, or a link in a circle. */
export const folderAt = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const real = yield* whenMissing(durable.realPath(path), undefined).pipe(
    Effect.catchIf(
      (failure) => failure.reason === "is-a-link",
      () => Effect.undefined
    )
  )
  if (real === undefined) return undefined
  const found = yield* durable.identify(real)
  return Option.isSome(found) && found.value.kind === "directory"
    ? ({ real, identity: found.value } satisfies FolderAt)
    : undefined
})

/** Its real path alone. */
export const realFolder = (path: string) => Effect.map(folderAt(path), (found) => found?.real)

/** What `code` says of a failure where a device, socket or pipe stands; the system has no errno for it. */
export const irregular = "not a regular file"

/** Tells whether something stands at the path that is no file: a link, a folder, a device, a socket or a pipe. */
export const isNoFile = ({ code, reason }: DiskFailure): boolean =>
  reason === "is-a-link" || reason === "is-a-directory" || code === irregular

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
