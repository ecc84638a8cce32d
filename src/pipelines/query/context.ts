import type { ResolvedValue } from "../../domain/config/resolve.ts"
import type { Phase } from "../../domain/planning/phase.ts"

/** What a query is asked about. */
export interface QueryContext {
  readonly phase: Phase
  /** The value in force of a configuration key. */
  readonly valueOf: (key: string) => ResolvedValue
}
