import type { LoopHookKind, LoopPoint } from "../capability/loopContract.ts"
import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import type { JsonValue } from "../json/value.ts"

/** Name of one hook: `<capability>/<kind>/<place>`, its place in that list of its manifest from 0, such as `ui/gate/1`. */
export type HookId = string

/** The name of a hook. */
export const hookId = (capId: string, kind: LoopHookKind, index: number): HookId =>
  `${capId}/${kind}/${index}`

interface Common {
  readonly hook: HookId
  readonly capId: string
  /** Place in that list of its manifest, from 0. */
  readonly index: number
  readonly when?: string
}

/** A step that is in force, its fragment read. */
export interface ActiveStep extends Common {
  readonly kind: "step"
  readonly ref: Step["ref"]
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
  /** Of `consumes`: what neither the workflows nor any hook in force makes by then; absent when all is there. */
  readonly unsatisfied?: ReadonlyArray<string>
  readonly onError: Step["onError"]
  readonly fragment?: string
  /** Only when the manifest says literally true. */
  readonly supportsReviewerLanes?: true
}

/** A contribution that is in force, its fragment read. */
export interface ActiveContribution extends Common {
  readonly kind: "contribution"
  readonly into: string
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
  readonly unsatisfied?: ReadonlyArray<string>
  readonly onError?: Contribution["onError"]
  readonly fragment: string
  /** Configuration that the text is given, by the alias it names. */
  readonly configValues?: Readonly<Record<string, JsonValue>>
}

/** A gate that is in force. */
export interface ActiveGate extends Common {
  readonly kind: "gate"
  readonly check: Gate["check"]
  readonly blocking: boolean
  readonly onError: Gate["onError"]
}

/** A hook that is in force at a point. */
export type ActiveHook = ActiveStep | ActiveContribution | ActiveGate

/** A hook of a loaded capability that is not in force at its point now. */
export interface InactiveHook {
  readonly hook: HookId
  readonly capId: string
  readonly kind: LoopHookKind
  readonly point: LoopPoint
  /** Why, as a sentence without a period. */
  readonly reason: string
}

/** A capability that would hold the loop at this point, but could not be loaded. Source: decisions 14. */
export interface UnloadedGate {
  readonly capId: string
  readonly reason: string
  /** What the user's policy does about it. */
  readonly policy: "warn" | "block"
}

/** JSON of `loop render`: what is in force at a point, in the order in which it runs. */
export interface RenderedPoint {
  readonly point: LoopPoint
  /** Steps, then contributions, then gates; each kind in its order. */
  readonly activeHooks: ReadonlyArray<ActiveHook>
  readonly inactive: ReadonlyArray<InactiveHook>
  readonly unloadedGates: ReadonlyArray<UnloadedGate>
  /** The same for an agent to read, as Markdown. */
  readonly rendered: string
  readonly warnings: ReadonlyArray<string>
}
