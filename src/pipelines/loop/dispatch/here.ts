import type { LoopPoint } from "../../../domain/capability/loopContract.ts"
import type { ResolvedValue } from "../../../domain/config/resolve.ts"
import type { HookRecord } from "../../../domain/loop/outcome.ts"
import type { Phase } from "../../../domain/planning/phase.ts"
import type { PhaseWanted } from "../../query/phase.ts"
import type { LoopWanted } from "../here.ts"

/** Where and with what the hooks of a dispatch run. */
export interface Here {
  readonly point: LoopPoint
  readonly phase: Phase
  /** The phase and the configuration as they were asked for. */
  readonly wanted: LoopWanted & PhaseWanted
  /** Ids of the phase's requirements when the caller said them; else they are looked up. */
  readonly requirements?: string
  readonly valueOf: (key: string) => ResolvedValue
  /** Whether a capability declares a configuration key. */
  readonly declares: (key: string) => boolean
  /** What was recorded before. */
  readonly records: ReadonlyArray<HookRecord>
}
