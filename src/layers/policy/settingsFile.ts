import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readObject } from "../../domain/json/decode.ts"
import type { JsonObject } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { Durable } from "../../services/Durable.ts"
import { whenMissing } from "../disk/missing.ts"

/** Reads a settings file that policy or egress depends on; empty when absent, and an error when it cannot be read. */
export const readSettings = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const bytes = yield* whenMissing(durable.read(path, { maxBytes: limits.settingsBytes }), undefined).pipe(
    Effect.mapError((failure) => new PolicyUnreadable({ path, problem: failure.message }))
  )
  if (bytes === undefined) return {} satisfies JsonObject
  const file = readObject(bytes, limits.settingsBytes)
  return Result.isSuccess(file) ? file.success : yield* new PolicyUnreadable({ path, problem: file.failure })
})
