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

const chain = (events: ReadonlyArray<AuditEvent>, head: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let prev = head
  for (const event of events) {
    const line = auditText(event, prev)
    lines.push(line)
    prev = auditHash(line)
  }
  return lines
}

/** Appends events to the audit log with one write, after cutting a torn last line; gives the last line's hash. At least one. */
export const appendAudits = Effect.fn("Audit.append")(function* (
  events: ReadonlyArray<Omit<AuditEvent, "at">>
): Effect.fn.Return<string, DiskFailure, Durable | GsdHome> {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const found = yield* readTail()
  const tail = auditTail(found.bytes)
  if (tail.tornBytes > 0) yield* durable.truncate(paths.audit, found.size - tail.tornBytes)
  const at = yield* timestamp
  const lines = chain(
    events.map((event) => ({ ...event, at })),
    tail.head
  )
  yield* durable.append(paths.audit, new TextEncoder().encode(`${lines.join("\n")}\n`), { mode: 0o600 })
  if (found.absent) yield* durable.syncDirectory(paths.root)
  return auditHash(lines.at(-1) ?? "")
})

/** Appends one event likewise; gives the new line's hash. */
export const appendAudit = (event: Omit<AuditEvent, "at">) => appendAudits([event])

/** Tells whether the log's tail holds this event of a transaction; older lines are not looked at. */
export const isAudited = Effect.fnUntraced(function* (tx: string, event: AuditEvent["event"]) {
  const found = yield* readTail()
  return new TextDecoder()
    .decode(found.bytes)
    .split("\n")
    .some((line) => line.includes(`"event":"${event}"`) && line.includes(`"tx":"${tx}"`))
})
