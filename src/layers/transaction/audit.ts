import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { auditHash, auditTail, auditText, type AuditEvent } from "../../domain/audit/line.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

const empty = { bytes: new Uint8Array(), size: 0 }

const readTail = Effect.fnUntraced(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const tail = yield* whenMissing(
    durable.readTail(paths.audit, { maxBytes: limits.auditTailBytes }),
    undefined
  )
  return { ...(tail ?? empty), absent: tail === undefined }
})

/** Now as ISO 8601 in UTC, from Effect's Clock. */
export const timestamp: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  DateTime.formatIso(DateTime.makeUnsafe(millis))
)

/** Appends one event to the audit log, after cutting a torn last line; gives the new line's hash. */
export const appendAudit = Effect.fn("Audit.append")(function* (
  event: Omit<AuditEvent, "at">
): Effect.fn.Return<string, DiskFailure, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const found = yield* readTail()
  const tail = auditTail(found.bytes)
  if (tail.tornBytes > 0) yield* durable.truncate(paths.audit, found.size - tail.tornBytes)
  const line = auditText({ ...event, at: yield* timestamp }, tail.head)
  yield* durable.append(paths.audit, new TextEncoder().encode(`${line}\n`), { mode: 0o600 })
  if (found.absent) yield* durable.syncDirectory(paths.root)
  return auditHash(line)
})

/** Tells whether the log's tail holds this event of a transaction; older lines are not looked at. */
export const isAudited = Effect.fnUntraced(function* (tx: string, event: AuditEvent["event"]) {
  const found = yield* readTail()
  return new TextDecoder()
    .decode(found.bytes)
    .split("\n")
    .some((line) => line.includes(`"event":"${event}"`) && line.includes(`"tx":"${tx}"`))
})
