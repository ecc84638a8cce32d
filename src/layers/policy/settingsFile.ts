import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readObject } from "../../domain/json/decode.ts"
import type { JsonObject } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { readIfThere } from "../disk/readIfThere.ts"

/** A settings file, with its bytes when there is one. */
export interface SettingsRead {
  readonly document: JsonObject
  readonly bytes?: Uint8Array
}

/** Reads a settings file that policy or egress depends on; empty when absent, and an error when it cannot be read. */
export const readSettingsFile = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* readIfThere(path, limits.settingsBytes).pipe(
    Effect.mapError((failure) => new PolicyUnreadable({ path, problem: failure.message }))
  )
  if (bytes === undefined) return { document: {} } satisfies SettingsRead
  const strict = readObject(bytes, limits.settingsBytes)
  if (Result.isSuccess(strict)) return { document: strict.success, bytes } satisfies SettingsRead
  // Ours and strict files are read the quick way; the reader of the others is loaded for them alone.
  const { readConfigObject } = yield* Effect.promise(() => import("../../domain/config/document.ts"))
  const read = readConfigObject(path, bytes)
  if (Result.isFailure(read)) return yield* new PolicyUnreadable({ path, problem: read.failure })
  return { document: read.success, bytes } satisfies SettingsRead
})

/** The object alone. */
export const readSettings = (path: string) => Effect.map(readSettingsFile(path), ({ document }) => document)
