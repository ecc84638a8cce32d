import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"

/** Federated configuration; so far the project's `.planning/config.json` alone. */
export class Config extends Context.Service<
  Config,
  {
    /** Text values by dotted key; empty without a project or a file. Unreadable fails, since egress is resolved from it. */
    readonly texts: Effect.Effect<ReadonlyMap<string, string>, PolicyUnreadable>
  }
>()("gsd/services/Config") {}
