import * as Schema from "effect/Schema"
import { ConsentRecord } from "../consent/record.ts"
import { ContentHash } from "../ledger/entry.ts"

/** Commands that change the recorded state. */
export const Operation = Schema.Literals(["install", "update", "rollback", "remove", "revoke"])
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
  consentAdd: Schema.Array(ConsentAddition),
  consentDrop: Schema.Array(ConsentDrop),
  /** Content that moves from staging into the store. */
  store: Schema.Array(Schema.Struct({ contentHash: ContentHash, staging: Schema.String })),
  /** Content that no ledger names once this one is committed. */
  retire: Schema.Array(ContentHash)
})
export type Journal = typeof Journal.Type
