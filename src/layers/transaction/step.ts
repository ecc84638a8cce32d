import type * as Effect from "effect/Effect"
import type * as Ref from "effect/Ref"
import type { LedgerScope } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import type { ConsentStore } from "../../services/ConsentStore.ts"
import type { Durable } from "../../services/Durable.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Ledger } from "../../services/Ledger.ts"
import type { Store } from "../../services/Store.ts"
import type { CommitError } from "../../services/Transaction.ts"

/** Services that the steps of a transaction work with. */
export type StepServices = Durable | GsdHome | Ledger | ConsentStore | Store

/** What every step of one transaction sees. */
export interface StepContext {
  readonly tx: string
  readonly scope: LedgerScope
  readonly change: Change
  readonly journal: Journal
  /** Hash of the audit log's begin line, once it is written. */
  readonly auditHead: Ref.Ref<string>
}

/**
 * When a step runs: before anything is published, while everything can still be undone, as the one step
 * that commits, to make the commit durable, or as clean-up that may only warn.
 */
export type Phase = "prepare" | "undoable" | "commit" | "confirm" | "clean"

/** One step of the protocol; the list of them is data, so that tests can leave one out. */
export interface Step {
  readonly name: string
  readonly phase: Phase
  readonly run: (context: StepContext) => Effect.Effect<void, CommitError, StepServices>
}
