import type * as Effect from "effect/Effect"
import type * as Ref from "effect/Ref"
import type { LedgerScope } from "../../domain/paths.ts"
import type { Change, PlannedFile } from "../../domain/transaction/change.ts"
import type { Journal } from "../../domain/transaction/journal.ts"
import type { ConsentError, ConsentStore } from "../../services/ConsentStore.ts"
import type { Durable } from "../../services/Durable.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Ledger, LedgerError } from "../../services/Ledger.ts"
import type { Store } from "../../services/Store.ts"
import type { CommitError } from "../../services/Transaction.ts"

/** Services that the steps of a transaction work with. */
export type StepServices = Durable | GsdHome | Ledger | ConsentStore | Store

/** What every step of one transaction sees. */
export interface StepContext {
  readonly tx: string
  readonly scope: LedgerScope
  readonly change: Change
  /** As it stands on disk; planning a file again rewrites it. */
  readonly journal: Ref.Ref<Journal>
  /** The files as they are planned now, in the journal's order. */
  readonly files: Ref.Ref<ReadonlyArray<PlannedFile>>
  /** Hash of the audit log's begin line, once it is written. */
  readonly auditHead: Ref.Ref<string>
}

/**
 * When a step runs: before anything is published, while everything can still be undone, as the one step
 * that commits, to make the commit durable, or as clean-up that may only warn.
 */
export type Phase = "prepare" | "undoable" | "commit" | "confirm" | "clean"

/** One step of the protocol; the list of them is data, so that tests can leave one out. */
export interface Step<E = CommitError> {
  readonly name: string
  readonly phase: Phase
  readonly run: (context: StepContext) => Effect.Effect<void, E, StepServices>
}

/** A step after the commit, which works on records and the store only. */
export type CleanStep = Step<LedgerError | ConsentError>
