import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readConfigObject } from "../../domain/config/document.ts"
import type { JsonObject } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { Durable } from "../../services/Durable.ts"
import { whenMissing } from "../disk/missing.ts"

/** A settings file, with its bytes when there is one. */
export interface SettingsRead {
  readonly document: JsonObject
  readonly bytes?: Uint8Array
}

/** Reads a settings file that policy or egress depends on; empty when absent, and an error when it cannot be read. */
export const readSettingsFile = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const bytes = yield* whenMissing(durable.read(path, { maxBytes: limits.settingsBytes }), undefined).pipe(
    Effect.mapError((failure) => new PolicyUnreadable({ path, problem: failure.message }))
  )
  if (bytes === undefined) return { document: {} } satisfies SettingsRead
  const read = readConfigObject(path, bytes)
  if (Result.isFailure(read)) return yield* new PolicyUnreadable({ path, problem: read.failure })
  return { document: read.success, bytes } satisfies SettingsRead
})

/** The object alone. */
export const readSettings = (path: string) => Effect.map(readSettingsFile(path), ({ document }) => document)
