import * as Schema from "effect/Schema"
import { AuditRow } from "./history.ts"
import { auditHash } from "./line.ts"
import { readAuditLog, type AuditLog } from "./log.ts"

/** What was found wrong with a log. */
export const AuditDamage = Schema.Struct({
  /** Counted from 1; absent when the end is missing. */
  line: Schema.optionalKey(Schema.Int),
  /** A sentence. */
  problem: Schema.String
})
export type AuditDamage = typeof AuditDamage.Type

/** What a sound chain shows, and what it cannot. Part of every verification. */
export const auditLimits =
  "A sound chain shows that no line in the middle was lost, changed or put in by accident; it cannot show a log that somebody wrote anew as a whole, nor lines missing at the end beyond those that ledgers name"

/** JSON of `log`. */
export const AuditReport = Schema.Struct({
  /** Those that can be believed, oldest first; of one id when it was asked for. */
  rows: Schema.Array(AuditRow),
  /** Whole lines in the log. */
  lines: Schema.Int,
  damage: Schema.Array(AuditDamage),
  /** With `--verify`: what it can show. */
  limits: Schema.optionalKey(Schema.String),
  notes: Schema.Array(Schema.String)
})
export type AuditReport = typeof AuditReport.Type

/** A log as it was read. */
export interface ReadLog extends AuditLog {
  /** Whole lines, believed or not. */
  readonly count: number
  /** Bytes of a last line that never ended. */
  readonly tornBytes: number
  /** Hashes of the believed lines, by which ledgers name them. */
  readonly hashes: ReadonlySet<string>
}

const newline = 10

/** Reads a log, with the hashes of its lines. */
export const readLog = (bytes: Uint8Array): ReadLog => {
  const end = bytes.lastIndexOf(newline) + 1
  const texts = new TextDecoder().decode(bytes.subarray(0, end)).split("\n").slice(0, -1)
  const log = readAuditLog(bytes)
  return {
    ...log,
    count: texts.length,
    tornBytes: bytes.length - end,
    hashes: new Set(texts.slice(0, log.lines.length).map(auditHash))
  }
}

/** A ledger's word for the last line that it knows. */
export interface NamedHead {
  readonly scope: string
  /** Empty when it knows none. */
  readonly auditHead: string
}

const brokenProblem = (line: number): string =>
  line === 1
    ? "Line 1 is no first line of a log: it was changed, or lines before it are missing; nothing is believed"
    : `Line ${line} does not follow from line ${line - 1}: one of them was changed, or lines between them are missing; it and what follows are not believed`

/** What is wrong with a log: the first line that does not follow from those before, and lines that ledgers name and it lacks. */
export const damageOf = (log: ReadLog, heads: ReadonlyArray<NamedHead>): ReadonlyArray<AuditDamage> => {
  if (log.brokenAt !== undefined) return [{ line: log.brokenAt, problem: brokenProblem(log.brokenAt) }]
  return heads
    .filter(({ auditHead }) => auditHead !== "" && !log.hashes.has(auditHead))
    .map(({ scope }) => ({
      problem: `The ledger of ${scope === "global" ? "the global scope" : `project ${scope}`} names a line that is not in the log: its end, or all of it, was lost`
    }))
}
