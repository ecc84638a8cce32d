import * as Result from "effect/Result"
import { decodeValue, readObject } from "../json/decode.ts"
import { limits } from "../limits.ts"
import { Journal } from "./journal.ts"

/** Reads a journal; the failure is a sentence. A journal of ours is whole or absent, never torn. */
export const decodeJournal = (bytes: Uint8Array): Result.Result<Journal, string> =>
  Result.flatMap(readObject(bytes, limits.journalBytes), (file) => decodeValue(Journal, file))

/** The bytes of a journal. */
export const encodeJournal = (journal: Journal): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(journal, null, 2)}\n`)
