import type { ConsentState } from "../../domain/consent/record.ts"
import type { Profile } from "../../domain/ledger/runtimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { RuntimeReport } from "../../domain/projection/report.ts"
import type { FileEdits, PlannedFile } from "../../domain/transaction/change.ts"
import type { StagedBundle } from "./bundle.ts"

/** What is to be planned: runtimes of one scope, from one ledger to the next. */
export interface ProjectionRequest {
  readonly scope: LedgerScope
  /** As it is: what stands in the homes is recorded here. */
  readonly before: LedgerState
  /** As it shall be, but for what is projected: its `runtimes` are those that capabilities are projected to. */
  readonly after: LedgerState
  /** As it shall be; that of the store when left out. */
  readonly consent?: ConsentState
  readonly staged?: StagedBundle
  /** The capability that the change is about: without knowing what it is, nothing is changed. */
  readonly own?: string
  /** Edits of the same transaction; a file that is among them is planned on top. */
  readonly files: ReadonlyArray<PlannedFile>
  /** Runtimes to plan; all of both ledgers when left out. */
  readonly only?: ReadonlyArray<string>
  /** Asked for now, in place of what is recorded. */
  readonly profile?: Profile
  /**
   * What a runtime that cannot be planned does: `refuse` fails, for who asked for it by name; `withdraw` takes away what is
   * not acted on any more and leaves the rest as it stands, with a warning.
   */
  readonly trouble: "refuse" | "withdraw"
}

/** What a projection comes to. */
export interface ProjectionPlanned extends FileEdits {
  /** The request's edits with those of the projection, ascending by path. */
  readonly files: ReadonlyArray<PlannedFile>
  readonly dirsRemoved: ReadonlyArray<string>
  /** `after`, with what is recorded of runtimes. */
  readonly ledger: LedgerState
  /** Ascending by runtime. */
  readonly reports: ReadonlyArray<RuntimeReport>
  readonly warnings: ReadonlyArray<string>
  /** Whether anything is written anew, in the homes or in the ledger. */
  readonly changes: boolean
}
