import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"
import type { LedgerScope } from "../domain/paths.ts"
import type { IntegrityMismatch } from "../domain/store/errors.ts"
import type { Basis, Change } from "../domain/transaction/change.ts"
import type { TargetNotWritable, TargetRefused } from "../domain/foreign/errors.ts"
import type { SettingsProblem } from "../domain/settings/errors.ts"
import type { ConcurrentEdit, RecordTooLarge, RecoveryBlocked } from "../domain/transaction/errors.ts"
import type { ConsentError } from "./ConsentStore.ts"
import type { LedgerError } from "./Ledger.ts"

/** How to begin. */
export interface TransactionRequest {
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
  /** Name of the transaction, the staging's when there is one; random otherwise. */
  readonly tx?: string
}

/** What a commit did. */
export interface Committed {
  readonly tx: string
  readonly rev: number
  /** `unconfirmed` when the rename returned but its directory could not be fsynced; the next command confirms it. */
  readonly durability: "confirmed" | "unconfirmed"
  /** What went wrong in the clean-up, which never fails a commit. */
  readonly warnings: ReadonlyArray<string>
}

/** A begun transaction: the lock is held, an earlier one is recovered, the basis is read. */
export interface OpenTransaction extends Basis {
  readonly tx: string
  /**
   * Carries the change out. Before the ledger's rename everything is undone on failure and interruption;
   * from the journal's publication on it cannot be interrupted. At most once.
   */
  readonly commit: (change: Change) => Effect.Effect<Committed, CommitError>
}

/** Why a transaction could not begin; nothing was changed. */
export type BeginError =
  | LockBusy
  | LockNotWritable
  | LockUnsupported
  | RecoveryBlocked
  | HomeUnsafe
  | LedgerError
  | ConsentError
  | FileTooLarge
  | DiskFailure

/** Why a commit failed; everything is as it was. */
export type CommitError =
  | ConcurrentEdit
  | RecordTooLarge
  | TargetNotWritable
  | TargetRefused
  | SettingsProblem
  | DiskFailure
  | FileTooLarge
  | ConsentError
  | LedgerError
  | IntegrityMismatch

/** What recovery did: nothing to do, done, or left for a command that can write. */
export type RecoveryReport = "clean" | "recovered" | "pending"

/** One change of ledger, store, consent and files, entirely or not at all. Source: transaction.md. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /** Takes the lock, recovers, reads; the lock goes with the scope. Waiting is interruptible. */
    readonly begin: (request: TransactionRequest) => Effect.Effect<OpenTransaction, BeginError, Scope.Scope>
    /** Finishes or undoes what an interrupted command left, if the lock is free and H is writable; never fails a reader. */
    readonly recover: Effect.Effect<RecoveryReport>
  }
>()("gsd/services/Transaction") {}
