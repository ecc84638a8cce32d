import type * as Result from "effect/Result"
import type { ConsentRecord, ConsentState } from "../consent/record.ts"
import { findRecord } from "../consent/record.ts"
import { namedContent, namedDigests, type LedgerState } from "../ledger/state.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import type { ConsentAddition, ConsentDrop, JournalFile, Operation } from "./journal.ts"

/** One file outside the store, planned on the bytes it had. */
export interface PlannedFile {
  readonly row: JournalFile
  /** Undefined when there was no file. */
  readonly before: Uint8Array | undefined
  /** Undefined when there shall be none. */
  readonly after: Uint8Array | undefined
  /** Plans the same edit on other bytes, when somebody wrote the file meanwhile; none for a file that is ours as a whole. */
  readonly again?: (bytes: Uint8Array | undefined) => Result.Result<PlannedFile, SettingsProblem>
}

/** A planned transaction: the ledger as it shall be, and what has to happen around it. */
export interface Change {
  readonly op: Operation
  readonly id: string
  /** Other ids that it is about as well, ascending; absent: none. */
  readonly also?: ReadonlyArray<string>
  /** Next entries; `rev`, `lastTx` and `auditHead` are filled in by the transaction. */
  readonly ledger: LedgerState
  readonly consentAdd: ReadonlyArray<ConsentAddition>
  readonly consentDrop: ReadonlyArray<ConsentDrop>
  /** Files outside the store, in the order in which they are edited; undone in the opposite one. */
  readonly files: ReadonlyArray<PlannedFile>
  /** Directories to create for them, parents first. */
  readonly dirsCreated: ReadonlyArray<string>
  /** Directories to take away once it is committed, when nothing is left in them, parents first; absent: none. */
  readonly dirsRemoved?: ReadonlyArray<string>
  /** Staged bundles to move into the store. */
  readonly store: ReadonlyArray<{ readonly contentHash: string; readonly staging: string }>
  readonly retire: ReadonlyArray<string>
  /** For the audit log. */
  readonly version?: string
  readonly contentHash?: string
  readonly consentDigest?: string
  readonly source?: string
}

/** What a change does outside H. */
export type FileEdits = Pick<Change, "files" | "dirsCreated" | "dirsRemoved">

/** What a transaction starts from, read under the lock. */
export interface Basis {
  readonly scope: string
  readonly ledger: LedgerState
  readonly consent: ConsentState
  /** Content that the other scopes' ledgers name. */
  readonly namedElsewhere: { readonly has: (contentHash: string) => boolean }
}

/** The addition of a record, with the one it replaces as the basis has it. */
export const additionOf = (basis: Basis, record: ConsentRecord): ConsentAddition => ({
  record,
  replaced: findRecord(basis.consent, record) ?? null
})

/**
 * Completes a change with what nobody needs afterwards: records whose digest no kept generation of the
 * scope names any more, and content that no ledger names.
 */
export const withLeftovers = (
  basis: Basis,
  change: Omit<Change, "consentDrop" | "retire" | keyof FileEdits> & Partial<FileEdits>
): Change => {
  const namedAfter = new Set(namedDigests(change.ledger).map((one) => `${one.id}\n${one.digest}`))
  const consentDrop = namedDigests(basis.ledger)
    .filter((one) => !namedAfter.has(`${one.id}\n${one.digest}`))
    .map((one) => ({ scope: basis.scope, id: one.id, digest: one.digest }))
  const contentAfter = namedContent(change.ledger)
  const retire = [...namedContent(basis.ledger)].filter(
    (content) => !contentAfter.has(content) && !basis.namedElsewhere.has(content)
  )
  return { files: [], dirsCreated: [], ...change, consentDrop, retire }
}
