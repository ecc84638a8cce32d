import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { Paths } from "../domain/paths.ts"

/** The root H that everything acted on lives under, found and judged once per process. */
export class GsdHome extends Context.Service<
  GsdHome,
  {
    readonly paths: Paths
    /** Real path of the current project's root, when there is one. */
    readonly project: Option.Option<string>
    /** Creates H with mode 0700, and the folders of `names` in it, when absent; durable on return. */
    readonly ensure: Effect.Effect<void, DiskFailure | HomeUnsafe>
  }
>()("gsd/services/GsdHome") {}
