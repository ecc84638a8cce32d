import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Memory } from "../domain/overlay/summary.ts"

/** A cache of what lists work out of stored bundles; losing it costs time, and it is never trusted beyond its seals. */
export class Summaries extends Context.Service<
  Summaries,
  {
    /** What is known; empty when nothing is, or when another product or engine version wrote it. */
    readonly read: Effect.Effect<Memory>
    /** Replaces what is known; trouble is nobody's trouble. */
    readonly write: (memory: Memory) => Effect.Effect<void>
  }
>()("gsd/services/Summaries") {}
