import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type { Calls } from "../Faults.ts"

/** How several programs ended that ran at once. */
export interface SimulatedRun {
  readonly seed: number
  /** By name of the program. */
  readonly exits: ReadonlyMap<string, Exit.Exit<unknown, unknown>>
  /** Every call of a service in the order in which they began, such as `ada Durable.rename`. */
  readonly trace: ReadonlyArray<string>
}

/** Programs that run at once in one world, and what must hold afterwards. */
export interface Simulation<W, WE = never, R = never, E2 = never, R2 = never> {
  /**
   * Services that the programs share, made anew for every run, and all in memory: what really waits for a disk or a server
   * is no longer in the seed's hand. Given the calls, programs change places below the services as well:
   * `(calls) => gsdMemory({ disk: start.copy(), calls })`.
   */
  readonly world: (calls: Calls) => Layer.Layer<W, WE>
  /** By name. */
  readonly programs: Readonly<Record<string, Effect.Effect<unknown, unknown, R>>>
  readonly invariant: (run: SimulatedRun) => Effect.Effect<void, E2, R2>
}
