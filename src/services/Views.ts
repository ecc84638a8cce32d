import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure } from "../domain/disk/errors.ts"

/** `H/capabilities`: links for people, which nothing is decided by. */
export class Views extends Context.Service<
  Views,
  {
    /** Names of things that stand there and are no link of ours, ascending. */
    readonly strays: Effect.Effect<ReadonlyArray<string>, DiskFailure>
  }
>()("gsd/services/Views") {}
