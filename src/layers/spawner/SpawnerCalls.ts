import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"

/** One request that reached the scripted layer, in plain text. For assertions only. */
export interface SpawnerCall {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** The environment of the request, without the cookie. */
  readonly env: Readonly<Record<string, string>>
  readonly directory: string
  /** Undefined when stdin is closed. */
  readonly stdin: string | undefined
  readonly timeout: Duration.Duration
  readonly idleTimeout: Duration.Duration | undefined
}

/** What was asked of a scripted Spawner. */
export class SpawnerCalls extends Context.Service<
  SpawnerCalls,
  {
    /** Every run that was asked for, refused ones included, in order. */
    readonly all: Effect.Effect<ReadonlyArray<SpawnerCall>>
  }
>()("gsd/layers/spawner/SpawnerCalls") {}
