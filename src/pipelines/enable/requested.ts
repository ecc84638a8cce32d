import type * as Duration from "effect/Duration"
import type { LedgerScope } from "../../domain/paths.ts"

/** What the caller asks for. */
export interface SwitchRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}
