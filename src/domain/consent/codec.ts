import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeValue, readObject } from "../json/decode.ts"
import { isJsonObject, member } from "../json/value.ts"
import { limits } from "../limits.ts"
import { ConsentCorrupt } from "./errors.ts"
import { ConsentRecord, recordKey, type ConsentState } from "./record.ts"

const ConsentFile = Schema.Struct({ version: Schema.Literal("1"), records: Schema.Array(ConsentRecord) })

/** Reads the consent store; one bad record makes the whole file corrupt, since half a store is nobody's word. */
export const decodeConsent = (path: string, bytes: Uint8Array): Result.Result<ConsentState, ConsentCorrupt> =>
  Result.mapBoth(
    Result.flatMap(readObject(bytes, limits.consentBytes), (file) => decodeValue(ConsentFile, file)),
    {
      onSuccess: (file) => new Map(file.records.map((record) => [recordKey(record), record])),
      onFailure: (problem) => new ConsentCorrupt({ path, problem })
    }
  )

/** Tells whether a file is the consent store of the public system, which has the same name: its records are an object. Source: lifecycle facts 3.6. */
export const isPublicConsent = (bytes: Uint8Array): boolean =>
  Result.match(readObject(bytes, limits.consentBytes), {
    onFailure: () => false,
    onSuccess: (file) => isJsonObject(member(file, "records"))
  })

/** The bytes of the consent store: records ascending by scope, id and digest. */
export const encodeConsent = (state: ConsentState): Uint8Array => {
  const records = [...state].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)
  return new TextEncoder().encode(`${JSON.stringify({ version: "1", records }, null, 2)}\n`)
}
