import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { GsdLive } from "../../src/live.ts"
import type * as pipelines from "../../src/pipelines.ts"
import type { LaneCluster } from "../../src/services/LaneCluster.ts"

type Pipelines = typeof pipelines

/** The services that a pipeline needs: an effect, a function to one. */
type NeedsOf<A> =
  A extends Effect.Effect<infer _A, infer _E, infer R>
    ? R
    : A extends (...args: never) => infer B
      ? NeedsOf<B>
      : never

/** What asks back with an effect of the caller's needs nothing of its own for it here. */
type Needs =
  | {
      readonly [K in keyof Pipelines]: unknown extends NeedsOf<Pipelines[K]> ? never : NeedsOf<Pipelines[K]>
    }[keyof Pipelines]
  | NeedsOf<ReturnType<typeof pipelines.doctorFix<never, never>>>
  | NeedsOf<ReturnType<typeof pipelines.doctorRebuild<never, never>>>

/** Lanes on other machines need a database; whoever has one adds it. */
type Elsewhere = LaneCluster

/**
 * Checked by tsc only: GsdLive has every service of every pipeline. One that is missing is named in the message of the
 * compiler.
 */
export const claim = (
  missing: Exclude<Needs, Layer.Success<typeof GsdLive> | Scope.Scope | Elsewhere>
): never => missing
