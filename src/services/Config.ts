import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ConfigLayer } from "../domain/config/resolve.ts"
import type { JsonObject } from "../domain/json/value.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"

/** A configuration as it stands in one file. */
export interface ConfigDocument {
  readonly document: JsonObject
  /** Path of the file, absolute, whether it is there or not; empty without a project. */
  readonly file: string
}

/** Whose configuration beside the user's and the project's. */
export interface ConfigWanted {
  /** Name of a workstream, judged before. */
  readonly workstream?: string
}

/** Federated configuration; so far the project's `.planning/config.json` alone. */
export class Config extends Context.Service<
  Config,
  {
    /** Text values by dotted key; empty without a project or a file. Unreadable fails, since egress is resolved from it. */
    readonly texts: Effect.Effect<ReadonlyMap<string, string>, PolicyUnreadable>
    /** All of the file with the types of its values; empty without a project or a file, and it fails likewise. */
    readonly document: Effect.Effect<ConfigDocument, PolicyUnreadable>
    /** What each file sets, the weakest first: the user's, the project's, the workstream's; an empty document where there is none. */
    readonly layers: (wanted: ConfigWanted) => Effect.Effect<ReadonlyArray<ConfigLayer>, PolicyUnreadable>
  }
>()("gsd/services/Config") {}
