import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { JsonObject } from "../domain/json/value.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"

/** A configuration as it stands in one file. */
export interface ConfigDocument {
  readonly document: JsonObject
  /** Path of the file, absolute, whether it is there or not; empty without a project. */
  readonly file: string
}

/** Federated configuration; so far the project's `.planning/config.json` alone. */
export class Config extends Context.Service<
  Config,
  {
    /** Text values by dotted key; empty without a project or a file. Unreadable fails, since egress is resolved from it. */
    readonly texts: Effect.Effect<ReadonlyMap<string, string>, PolicyUnreadable>
    /** All of the file with the types of its values; empty without a project or a file, and it fails likewise. */
    readonly document: Effect.Effect<ConfigDocument, PolicyUnreadable>
  }
>()("gsd/services/Config") {}
