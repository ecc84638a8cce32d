import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as NodeCrypto from "node:crypto"
import { SignatureCheckFailed } from "../../domain/registryIndex/errors.ts"
import { keyOf, spkiOf } from "../../domain/registryIndex/key.ts"
import { KeyUnusable } from "../../domain/registryIndex/signingErrors.ts"
import { Signatures, type Signer } from "../../services/Signatures.ts"

const keyBytes = 32

const failed = (cause: unknown) =>
  new SignatureCheckFailed({ reason: cause instanceof Error ? cause.message : "it ended without a word" })

/** The public half, as its 32 bytes. */
const publicOf = (key: NodeCrypto.KeyObject): Uint8Array =>
  NodeCrypto.createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-keyBytes)

const readPrivate = (pem: string): NodeCrypto.KeyObject | string => {
  if (/ENCRYPTED/u.test(pem)) return "is encrypted; give one without a passphrase, or a pipe that decrypts it"
  if (!/-----BEGIN PRIVATE KEY-----/u.test(pem)) return "is no private key, PEM of PKCS #8"
  const key = NodeCrypto.createPrivateKey(pem)
  return key.asymmetricKeyType === "ed25519"
    ? key
    : `is a key of the kind ${key.asymmetricKeyType ?? "unknown"}; Ed25519 is needed`
}

/** Words of a cryptographic library may quote what they read, so none of them is told. */
const unreadable = "is no private key that can be read"

const open = Effect.fn("Signatures.open")(function* (file: string, pem: Redacted.Redacted<string>) {
  const key = yield* Effect.try({
    try: () => readPrivate(Redacted.value(pem)),
    catch: () => new KeyUnusable({ key: file, reason: unreadable })
  })
  if (typeof key === "string") return yield* new KeyUnusable({ key: file, reason: key })
  return {
    key: keyOf(publicOf(key)),
    sign: (bytes) => Effect.try({ try: () => NodeCrypto.sign(null, bytes, key), catch: failed })
  } satisfies Signer
})

/** Signatures by the cryptographic library of Node. */
export const layer = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: Effect.fn("Signatures.verify")(({ bytes, key, signature }) =>
      Effect.try({
        try: () => {
          const publicKey = NodeCrypto.createPublicKey({
            key: Buffer.from(spkiOf(key)),
            format: "der",
            type: "spki"
          })
          return NodeCrypto.verify(null, bytes, publicKey, signature)
        },
        catch: failed
      })
    ),
    open
  })
)
