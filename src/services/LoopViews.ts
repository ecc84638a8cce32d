import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { LoopPoint } from "../domain/capability/loopContract.ts"
import type { LoopView } from "../domain/loop/view.ts"
import type { LedgerScope } from "../domain/paths.ts"
import type { Policy } from "../domain/policy/policy.ts"

/** For whom something is composed. */
export interface LoopViewAsked {
  readonly scope: LedgerScope
  readonly policy: Policy
}

/** A stored bundle that was looked at: how its files looked, by path, when all of its bytes were as recorded. */
export interface SettledBundle {
  readonly contentHash: string
  readonly files: Readonly<Record<string, string>>
}

/** Where everything stood that decides what is composed, before it was. */
export interface LoopViewStand {
  /** Names the file that keeps it. */
  readonly name: string
  /** How ledgers and consents look, with the versions and the policy. */
  readonly key: string
  /** The files that are meant. */
  readonly records: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * What was composed for the loop, as a cache: losing it costs time. It counts only while all that decided it is as it
 * was. Source: docs/adr/0028.
 */
export class LoopViews extends Context.Service<
  LoopViews,
  {
    /**
     * What was composed, of the points up to one at least; none when anything that decides it changed since, or a
     * transaction waits for recovery.
     */
    readonly read: (asked: LoopViewAsked, point: LoopPoint) => Effect.Effect<Option.Option<LoopView>>
    /** Where things stand, before composing; none when there is nothing to keep, or that cannot be told. */
    readonly stand: (asked: LoopViewAsked) => Effect.Effect<Option.Option<LoopViewStand>>
    /** Keeps what was composed of these bundles, unless anything changed meanwhile; trouble is nobody's trouble. */
    readonly write: (
      asked: LoopViewAsked,
      stand: LoopViewStand,
      composed: { readonly view: LoopView; readonly bundles: ReadonlyArray<SettledBundle> }
    ) => Effect.Effect<void>
  }
>()("gsd/services/LoopViews") {}
