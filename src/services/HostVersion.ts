import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HostVersionUnknown } from "../domain/home/errors.ts"

/** Version of the manifest and loop contract that `engines.gsd` is judged against; not the package's version. */
export class HostVersion extends Context.Service<
  HostVersion,
  {
    readonly read: Effect.Effect<string, HostVersionUnknown>
  }
>()("gsd/services/HostVersion") {}
