import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import { AuditLog, type EgressEvent } from "../../services/AuditLog.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { whenMissing } from "../disk/missing.ts"
import { appendAudits } from "../transaction/audit.ts"
import { holdLock } from "../transaction/holdLock.ts"
import { transactionName } from "../transaction/name.ts"

/** Each egress is a transaction of one line, so that readers of the log need to know no other kind of line. */
const lineOf = Effect.fnUntraced(function* ({ id, scope, ...egress }: EgressEvent) {
  return { event: "commit", op: "egress", tx: yield* transactionName, scope, id, egress } as const
})

const record = Effect.fnUntraced(function* (events: ReadonlyArray<EgressEvent>) {
  if (events.length === 0) return
  const home = yield* GsdHome
  yield* home.ensure
  yield* holdLock(Duration.millis(limits.lockWaitMillis))
  yield* appendAudits(yield* Effect.forEach(events, lineOf))
}, Effect.scoped)

/** `H/audit.jsonl`. */
export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome,
      Lock
    )(yield* Effect.context<Durable | Environment | GsdHome | Lock>())
    const { paths } = yield* GsdHome
    const read = Effect.gen(function* () {
      const durable = yield* Durable
      return yield* whenMissing(
        durable.read(paths.audit, { maxBytes: limits.auditLogBytes }),
        new Uint8Array()
      )
    })
    return AuditLog.of({
      read: read.pipe(Effect.provide(services), Effect.withSpan("AuditLog.read")),
      recordEgress: Effect.fn("AuditLog.recordEgress")(record, Effect.provide(services))
    })
  })
)
