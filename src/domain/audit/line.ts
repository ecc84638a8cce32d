import * as Schema from "effect/Schema"
import { canonicalJson } from "../json/canonical.ts"
import { sha512Hex } from "../hash.ts"

/** What was sent out, and where: one prompt of a review to one lane. */
export const EgressFact = Schema.Struct({
  /** Run of the review. */
  run: Schema.String,
  /** Slug of the lane, or the name of its instance. */
  lane: Schema.String,
  /** `scheme://host:port` of a model endpoint, or the program that was started; by way of which cluster, if so. */
  to: Schema.String,
  /** Length of the prompt as UTF-8. */
  bytes: Schema.Int,
  /** `sha512-<base64>` of the prompt. */
  prompt: Schema.String
})
export type EgressFact = typeof EgressFact.Type

/** One line of `H/audit.jsonl`. `prev` chains it to the line before; the first line's is empty. */
export const AuditLine = Schema.Struct({
  v: Schema.Literal(1),
  /** ISO 8601, UTC. */
  at: Schema.String,
  event: Schema.Literals(["begin", "commit", "abort"]),
  tx: Schema.String,
  op: Schema.String,
  scope: Schema.String,
  id: Schema.optionalKey(Schema.String),
  /** Other ids that it was about as well; absent when there are none. */
  also: Schema.optionalKey(Schema.Array(Schema.String)),
  version: Schema.optionalKey(Schema.String),
  contentHash: Schema.optionalKey(Schema.String),
  consentDigest: Schema.optionalKey(Schema.String),
  /** Canonical source, so that a lost ledger can be told where its entries came from. */
  source: Schema.optionalKey(Schema.String),
  /** Settings files chosen for its hooks and servers; on the begin line, absent when there are none. */
  wire: Schema.optionalKey(Schema.Array(Schema.String)),
  /** On the line of an egress, which is a transaction of its own. */
  egress: Schema.optionalKey(EgressFact),
  prev: Schema.String
})
export type AuditLine = typeof AuditLine.Type

/** What an audit line says, before it is chained. */
export type AuditEvent = Omit<AuditLine, "v" | "prev">

/** One line decoded, with anything else refused. */
export const decodeAuditLine = Schema.decodeUnknownResult(Schema.fromJsonString(AuditLine))

/** Hash of one whole line without its line end: the `prev` of the next. 64 hex digits. */
export const auditHash = (line: string): string => sha512Hex(line).slice(0, 64)

/** Text of a line without its line end. */
export const auditText = (event: AuditEvent, prev: string): string => canonicalJson({ v: 1, ...event, prev })

/** What the tail of the log says: the last whole line's hash, and how many bytes of a torn line follow it. */
export interface AuditTail {
  /** Empty when there is no whole line. */
  readonly head: string
  readonly tornBytes: number
}

/** Reads the tail of the log. A last line without LF is torn and gets cut before the next append. */
export const auditTail = (bytes: Uint8Array): AuditTail => {
  const end = bytes.lastIndexOf(10)
  if (end < 0) return { head: "", tornBytes: bytes.length }
  const start = end === 0 ? 0 : bytes.lastIndexOf(10, end - 1) + 1
  const line = new TextDecoder().decode(bytes.subarray(start, end))
  return { head: auditHash(line), tornBytes: bytes.length - end - 1 }
}
