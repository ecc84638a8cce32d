import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeValue, readObject } from "../json/decode.ts"
import { limits } from "../limits.ts"

/** What the signatures of a registry's root are made over, beside its bytes: those of another kind of file are of no use. */
export const rootPayloadType = "application/vnd.gsd.registry-root.v1+json"

const EncodedEnvelope = Schema.Struct({
  payloadType: Schema.String,
  payload: Schema.String,
  signatures: Schema.Array(Schema.Struct({ keyid: Schema.String, sig: Schema.String })).check(
    Schema.isMaxLength(limits.registrySignatures)
  )
})

/** One signature, not verified. */
export interface Signature {
  /** Id of the key that it claims. */
  readonly keyid: string
  readonly bytes: Uint8Array
}

/** Bytes with the signatures that came with them, none of which is verified. Source: DSSE. */
export interface Envelope {
  readonly payloadType: string
  readonly payload: Uint8Array
  readonly signatures: ReadonlyArray<Signature>
}

const encoder = new TextEncoder()

/**
 * The bytes that are signed: the length of each part goes before it, so that no other type and payload come to the
 * same. Source: DSSE, pre-authentication encoding.
 */
export const signedBytes = (payloadType: string, payload: Uint8Array): Uint8Array => {
  const type = encoder.encode(payloadType)
  const start = encoder.encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `)
  const whole = new Uint8Array(start.length + payload.length)
  whole.set(start)
  whole.set(payload, start.length)
  return whole
}

const bytesOf = (text: string, what: string): Result.Result<Uint8Array, string> =>
  Result.mapError(Base64.decode(text), () => `${what} is no base64`)

const signatureOf = ({
  keyid,
  sig
}: {
  readonly keyid: string
  readonly sig: string
}): Result.Result<Signature, string> => Result.map(bytesOf(sig, "a signature"), (bytes) => ({ keyid, bytes }))

/** Reads the envelope of a root; the failure is a sentence. */
export const readEnvelope = (bytes: Uint8Array): Result.Result<Envelope, string> =>
  Result.gen(function* () {
    const file = yield* readObject(bytes, limits.registryRootBytes)
    const { payload, payloadType, signatures } = yield* decodeValue(EncodedEnvelope, file)
    return {
      payloadType,
      payload: yield* bytesOf(payload, "`payload`"),
      signatures: yield* Result.all(signatures.map(signatureOf))
    }
  })

/** The bytes of an envelope's file. */
export const encodeEnvelope = ({ payload, payloadType, signatures }: Envelope): Uint8Array => {
  const file = {
    payloadType,
    payload: Base64.encode(payload),
    signatures: signatures.map(({ bytes, keyid }) => ({ keyid, sig: Base64.encode(bytes) }))
  }
  return encoder.encode(`${JSON.stringify(file, null, 2)}\n`)
}
