import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { sha512Hex } from "../hash.ts"
import { Moment } from "./moment.ts"

/** An Ed25519 public key that signs a registry. */
export const RegistryKey = Schema.Struct({
  /** First 32 hex digits of sha512 of the key's 32 bytes. */
  keyid: Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/u)),
  /** The 32 bytes of the key as base64. */
  publicKey: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{43}=$/u)),
  /** From when on nothing that it signed is taken; never when absent. */
  expires: Schema.optionalKey(Moment)
}).check(
  Schema.makeFilter((key) =>
    keyidOf(key.publicKey) === key.keyid ? undefined : { path: ["keyid"], issue: "must belong to the key" }
  )
)
export type RegistryKey = typeof RegistryKey.Type

const keyBytes = 32

/** What stands before the 32 bytes in a SubjectPublicKeyInfo of Ed25519. Source: RFC 8410. */
const spkiStart: ReadonlyArray<number> = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0]

/** Id of a key that is given as base64 of its 32 bytes; empty when it is none. */
const keyidOf = (publicKey: string): string => {
  const bytes = Base64.decode(publicKey)
  return Result.isSuccess(bytes) && bytes.success.length === keyBytes
    ? sha512Hex(bytes.success).slice(0, keyBytes)
    : ""
}

/** A key of its 32 bytes. */
export const keyOf = (bytes: Uint8Array): RegistryKey => {
  const publicKey = Base64.encode(bytes)
  return { keyid: keyidOf(publicKey), publicKey }
}

const rawOf = (bytes: Uint8Array): Uint8Array | undefined => {
  if (bytes.length === keyBytes) return bytes
  const isSpki =
    bytes.length === spkiStart.length + keyBytes && spkiStart.every((byte, at) => bytes[at] === byte)
  return isSpki ? bytes.subarray(spkiStart.length) : undefined
}

const pem = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]*)-----END PUBLIC KEY-----/u

/** Tells whether a text is a private key, which nobody should give away. */
export const isPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(text)

/**
 * Reads an Ed25519 public key: PEM, or base64 of a SubjectPublicKeyInfo or of the 32 bytes. The failure is a clause,
 * to follow the key's name.
 */
export const readPublicKey = (text: string): Result.Result<RegistryKey, string> => {
  if (isPrivateKey(text)) return Result.fail("is a private key; give the public one")
  const body = (pem.exec(text)?.[1] ?? text).replace(/\s/gu, "")
  const bytes = Base64.decode(body)
  const raw = Result.isSuccess(bytes) ? rawOf(bytes.success) : undefined
  return raw === undefined
    ? Result.fail("is no Ed25519 public key, neither PEM nor base64")
    : Result.succeed(keyOf(raw))
}

/** The 32 bytes of a key in a SubjectPublicKeyInfo, as programs that verify want it. */
export const spkiOf = ({ publicKey }: RegistryKey): Uint8Array => {
  const bytes = Result.getOrElse(Base64.decode(publicKey), () => new Uint8Array())
  return new Uint8Array([...spkiStart, ...bytes])
}
