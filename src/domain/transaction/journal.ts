import * as Schema from "effect/Schema"
import { ConsentRecord } from "../consent/record.ts"
import { FileWiring } from "../settings/FileWiring.ts"
import { ContentHash } from "../ledger/entry.ts"

/** Commands that change the recorded state. */
export const Operation = Schema.Literals([
  "install",
  "update",
  "rollback",
  "remove",
  "revoke",
  "enable",
  "disable",
  "pin",
  "unpin",
  "project",
  "unproject",
  "gc",
  "lock",
  "repair"
])
export type Operation = typeof Operation.Type

/** A consent record to write, with the one it replaces. */
export const ConsentAddition = Schema.Struct({
  record: ConsentRecord,
  replaced: Schema.NullOr(ConsentRecord)
})
export type ConsentAddition = typeof ConsentAddition.Type

/** A record to drop once the ledger is committed, named by its key. */
export const ConsentDrop = Schema.Struct({ scope: Schema.String, id: Schema.String, digest: Schema.String })
export type ConsentDrop = typeof ConsentDrop.Type

/** Hash of a file's bytes, 128 lower-case hex digits, or the word `absent`. */
export type FileState = string

/** The word for a file that is not there. */
export const absent: FileState = "absent"

/** One file outside the store that a transaction changes. Source: transaction.md "Steps" 2. */
export const JournalFile = Schema.Struct({
  /** Every link resolved. */
  path: Schema.String,
  /** Device and inode of its directory when it was planned, `dev:ino`; another directory there is somebody's doing. */
  directory: Schema.String,
  /** `FileState` before and after. */
  before: Schema.String,
  after: Schema.String,
  /** Permission bits and owner that the file gets. */
  mode: Schema.Int,
  /** Permission bits that it has before; absent: the same. */
  modeBefore: Schema.optionalKey(Schema.Int),
  uid: Schema.Int,
  gid: Schema.Int,
  /** Our part of a settings file before and after; absent for a file that is ours as a whole. */
  wiring: Schema.optionalKey(
    Schema.Struct({ old: Schema.optionalKey(FileWiring), now: Schema.optionalKey(FileWiring) })
  )
})
export type JournalFile = typeof JournalFile.Type

/**
 * Everything recovery needs to finish or undo a transaction, durable before anything outside its folder
 * changes. Source: transaction.md "Steps" 3.
 */
export const Journal = Schema.Struct({
  v: Schema.Literal(1),
  tx: Schema.String,
  op: Operation,
  /** `global`, or the project's key. */
  scope: Schema.String,
  /** Revision of the ledger the transaction began from. */
  rev: Schema.Int,
  id: Schema.String,
  /** Other ids that it is about as well; absent: none. */
  also: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Ascending by path; `<n>.before` beside the journal holds the old bytes of the n-th, when it existed. */
  files: Schema.Array(JournalFile),
  /** Directories that the transaction creates, parents first. */
  dirsCreated: Schema.Array(Schema.String),
  /** Directories that go after the commit when nothing is left in them, parents first; absent: none. */
  dirsRemoved: Schema.optionalKey(Schema.Array(Schema.String)),
  consentAdd: Schema.Array(ConsentAddition),
  consentDrop: Schema.Array(ConsentDrop),
  /** Content that moves from staging into the store. */
  store: Schema.Array(Schema.Struct({ contentHash: ContentHash, staging: Schema.String })),
  /** Content that no ledger names once this one is committed. */
  retire: Schema.Array(ContentHash)
})
export type Journal = typeof Journal.Type
