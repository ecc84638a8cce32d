import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import { AuditLog } from "../../services/AuditLog.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

/** `H/audit.jsonl`. */
export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    const { paths } = yield* GsdHome
    const read = Effect.gen(function* () {
      const durable = yield* Durable
      return yield* whenMissing(
        durable.read(paths.audit, { maxBytes: limits.auditLogBytes }),
        new Uint8Array()
      )
    })
    return AuditLog.of({ read: read.pipe(Effect.provide(services), Effect.withSpan("AuditLog.read")) })
  })
)
