import type { LoopPoint } from "../capability/loopContract.ts"
import type { Problem } from "../capability/Problem.ts"
import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import type { Manifest } from "../capability/schema/manifest.ts"
import type { OverlayStatus } from "../overlay/overlay.ts"

/** Where a member of a registry comes from: the product, the user's home, or the current project. */
export type RegistryOrigin = "first-party" | "global" | "project"

/** A capability that is acted on. */
export interface RegistryMember {
  readonly id: string
  readonly origin: RegistryOrigin
  readonly manifest: Manifest
  /** Names its bytes in the store; none for what the product brings along. */
  readonly contentHash?: string
}

/** Why an installed capability is not acted on. */
export type SkipReason =
  /** Something about itself: its bytes, consent, engine, policy, or that it is switched off. */
  | {
      readonly _tag: "NotActive"
      readonly status: OverlayStatus
      readonly reason: string
      /** The person switched it off, whatever else is wrong with it. */
      readonly isSwitchedOff?: boolean
    }
  /** The others: what it claims is taken, or what it needs is not there. */
  | { readonly _tag: "Refused"; readonly problems: ReadonlyArray<Problem> }
  /** One of the same id in the project takes its place there. */
  | { readonly _tag: "Shadowed" }

/** An installed capability that is not acted on. */
export interface Skipped {
  readonly id: string
  readonly origin: RegistryOrigin
  readonly reason: SkipReason
  /**
   * Points at which it would hold the loop, all of them when its manifest cannot be read: that it does not now is worth
   * saying loudly. Source: decisions 14.
   */
  readonly blockingPoints: ReadonlyArray<LoopPoint>
  /** Command families that it would have, as its manifest says. */
  readonly families: ReadonlyArray<string>
  /** Prefix of the tracker whose tasks it would read, as its manifest says. */
  readonly trackerPrefix?: string
}

/** A hook of the loop with the capability that it belongs to, and its place in that manifest. */
export interface Owned<A> {
  readonly id: string
  readonly index: number
  readonly hook: A
}

/** Hooks of one point, ascending by capability and place. */
export interface PointHooks {
  readonly steps: ReadonlyArray<Owned<Step>>
  readonly contributions: ReadonlyArray<Owned<Contribution>>
  readonly gates: ReadonlyArray<Owned<Gate>>
}

/** Who has what, by name; every value is the id of a member. */
export interface RegistryIndex {
  readonly roles: ReadonlyMap<Manifest["role"], ReadonlyArray<string>>
  readonly skills: ReadonlyMap<string, string>
  readonly agents: ReadonlyMap<string, string>
  readonly configKeys: ReadonlyMap<string, string>
  readonly families: ReadonlyMap<string, string>
  readonly laneSlugs: ReadonlyMap<string, string>
  readonly laneFlags: ReadonlyMap<string, string>
  readonly trackerPrefixes: ReadonlyMap<string, string>
  readonly points: ReadonlyMap<LoopPoint, PointHooks>
}

/** First-party capabilities and what is installed, composed: who is acted on, who is not and why, and who has what. */
export interface Registry {
  /** By id, ascending. */
  readonly members: ReadonlyMap<string, RegistryMember>
  readonly skipped: ReadonlyArray<Skipped>
  readonly index: RegistryIndex
}
