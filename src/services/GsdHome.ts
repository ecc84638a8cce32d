import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LedgerScope, Paths } from "../domain/paths.ts"

/** The root H that everything acted on lives under, found and judged once per process. */
export class GsdHome extends Context.Service<
  GsdHome,
  {
    readonly paths: Paths
    /** Real path of the current project's root, when there is one. */
    readonly project: Option.Option<string>
    /** Real path of the user's home directory. */
    readonly home: string
    /** Creates H with mode 0700, and the folders of `names` in it, when absent; durable on return. */
    readonly ensure: Effect.Effect<void, DiskFailure | HomeUnsafe>
    /** Creates the folder of a project's ledger when absent; durable on return. H is there. */
    readonly ensureProject: (scope: LedgerScope) => Effect.Effect<void, DiskFailure>
  }
>()("gsd/services/GsdHome") {}
