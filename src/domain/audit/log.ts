import * as Result from "effect/Result"
import { auditHash, decodeAuditLine, type AuditLine } from "./line.ts"

/** What can be believed of an audit log. */
export interface AuditLog {
  /** From the first line on, as far as each names the one before. */
  readonly lines: ReadonlyArray<AuditLine>
  /** Number of the first whole line that does not, counted from 1; it and what follows are not believed. */
  readonly brokenAt?: number
}

/** Reads a whole log. A last line without LF is a write that never ended, and no break. */
export const readAuditLog = (bytes: Uint8Array): AuditLog => {
  const whole = new TextDecoder().decode(bytes.subarray(0, bytes.lastIndexOf(10) + 1))
  const lines: Array<AuditLine> = []
  let head = ""
  for (const text of whole.split("\n").slice(0, -1)) {
    const line = decodeAuditLine(text)
    if (Result.isFailure(line) || line.success.prev !== head) return { lines, brokenAt: lines.length + 1 }
    lines.push(line.success)
    head = auditHash(text)
  }
  return { lines }
}
