import * as Effect from "effect/Effect"
import { RecordTooLarge } from "../../domain/transaction/errors.ts"

/** The bytes of a record, unless it could not be read again: a ledger that is too large stops every command. */
export const capped = (
  path: string,
  bytes: Uint8Array,
  maxBytes: number
): Effect.Effect<Uint8Array, RecordTooLarge> =>
  bytes.length <= maxBytes
    ? Effect.succeed(bytes)
    : Effect.fail(new RecordTooLarge({ path, bytes: bytes.length, maxBytes }))
