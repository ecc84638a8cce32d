import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { NeededArtifacts } from "../domain/collect/planCollect.ts"
import type { Surplus } from "../domain/collect/report.ts"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { Interrupted } from "../domain/doctor/judgeLeftovers.ts"
import type { LedgerNotBroken } from "../domain/doctor/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { BeginError, Committed, CommitError, TransactionRequest } from "./Transaction.ts"

/** A ledger that can be written anew: the lock is held, what was interrupted is closed, the ledger cannot be read. */
export interface OpenRebuild {
  /**
   * Writes the ledger through the steps of a transaction, its broken bytes in attention first. At most once. Before
   * the rename the broken file stays as it is.
   */
  readonly commit: (ledger: LedgerState) => Effect.Effect<Rebuilt, CommitError>
}

/** A rebuilt ledger. */
export interface Rebuilt extends Committed {
  /** Where the broken bytes are kept. */
  readonly kept: string
}

/** What of gsd's own folder can be deleted without anybody missing it. */
export interface SurplusFiles {
  /** In trash for longer than a command may still read it. */
  readonly trash: ReadonlyArray<Surplus>
  /** Fetched files that are not needed and were not written for as long, and parts that nobody writes. */
  readonly cache: ReadonlyArray<Surplus>
}

/** What interrupted commands left, and the way out when a ledger cannot be read. */
export class Repairs extends Context.Service<
  Repairs,
  {
    /** Transactions that no running command carries out, ascending by name. */
    readonly interrupted: Effect.Effect<ReadonlyArray<Interrupted>, DiskFailure>
    /** Paths of stagings whose command is dead, ascending. */
    readonly deadStagings: Effect.Effect<ReadonlyArray<string>, DiskFailure>
    /** Deletes those. */
    readonly sweep: Effect.Effect<void, DiskFailure | HomeUnsafe>
    /** What could be deleted. */
    readonly surplus: (needed: NeededArtifacts) => Effect.Effect<SurplusFiles, DiskFailure>
    /** Deletes it, for whoever holds the lock of an open transaction. */
    readonly discard: (surplus: SurplusFiles) => Effect.Effect<void, DiskFailure>
    /** Takes the lock, which goes with the scope. Fails when the ledger can be read, or a newer gsd wrote it. */
    readonly beginRebuild: (
      request: TransactionRequest
    ) => Effect.Effect<OpenRebuild, BeginError | LedgerNotBroken, Scope.Scope>
  }
>()("gsd/services/Repairs") {}
