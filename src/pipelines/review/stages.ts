import type { EgressDecision } from "../../domain/lane/egress.ts"
import type { Lane, Roster } from "../../domain/lane/lane.ts"
import type { Availability } from "../../domain/lane/availability.ts"
import type { LaneOutcome } from "../../domain/lane/outcome.ts"
import type { LanesPlanned } from "../../domain/lane/plan.ts"
import type { LanesWanted } from "../../domain/lane/selection.ts"
import type { Settings } from "../../domain/lane/settings.ts"
import type { PlannedRun } from "../../domain/lane/stages.ts"
import type { LaneWarning } from "../../domain/lane/warning.ts"
import type { ConsentRecord } from "../../domain/consent/record.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { PromptSources } from "../../domain/review/prompt.ts"
import type { LaneNews } from "../../services/Lanes.ts"

/** Files that a prompt is made of, as they were given. */
export interface PromptFiles {
  /** At least one. */
  readonly plans: ReadonlyArray<string>
  readonly roadmap?: string
  readonly requirements?: string
  readonly context?: string
  readonly research?: string
}

/** What is told while a review lasts. */
export type ReviewEvent =
  /** The lanes that are asked, before anything of them is looked at. */
  | {
      readonly _tag: "Chosen"
      readonly runId: string
      readonly lanes: ReadonlyArray<{ readonly identity: string; readonly timeoutMillis: number | undefined }>
    }
  | LaneNews
  | {
      readonly _tag: "Ended"
      readonly identity: string
      readonly outcome: LaneOutcome["outcome"]
      readonly reason: string
      readonly millis: number
      readonly bytes: number
    }
  | { readonly _tag: "Reported"; readonly path: string; readonly interrupted: boolean }

/** What a review is asked for. */
export interface ReviewRequested {
  /** Whose lanes: with a project's its own count first. */
  readonly scope: LedgerScope
  readonly files: PromptFiles
  readonly wanted: LanesWanted
  /** Usable reviews that there must be. */
  readonly quorum?: number
  /** Where REVIEWS.md goes; beside the first plan when absent. */
  readonly out?: string
  /** Whether the folder of the run stays. */
  readonly keep: boolean
  /** Whether REVIEWS.html is written as well. */
  readonly html: boolean
  /** Returns at once. */
  readonly tell: (event: ReviewEvent) => void
}

/** The lanes there are, and what decides how they run. */
export interface LanesFound {
  readonly roster: Roster
  readonly settings: Settings
  /** The agent that is asking, when the environment shows one. */
  readonly host: string | undefined
  /** Consents by the id of their capability. */
  readonly records: ReadonlyMap<string, ConsentRecord>
  /** Where each capability is active: `global`, or the project's key. */
  readonly scopes: ReadonlyMap<string, string>
  /** Lanes that are left out, and settings that are. */
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** What is reviewed. */
export interface PlansRead {
  readonly sources: PromptSources
  /** Root of the repository, absolute. */
  readonly repository: string
  /** Folder of the first plan, absolute. */
  readonly beside: string
}

/** A lane that was held against consent and then, where that allows it, asked whether it can run. */
export interface LaneSeen {
  readonly lane: Lane
  readonly egress: EgressDecision
  /** Undefined where nothing may be sent, so that it was not asked. */
  readonly availability: Availability | undefined
}

/** A run that can be started. */
export interface ReadyRun {
  readonly planned: PlannedRun
  readonly available: Extract<Availability, { readonly _tag: "Available" }>
  /** Where its prompt goes: an endpoint, or a program. */
  readonly to: string
}

/** A review with everything decided that can be before anything of it starts. */
export interface ReviewPlanned {
  readonly runId: string
  readonly found: LanesFound
  readonly plans: PlansRead
  readonly lanes: LanesPlanned
}
