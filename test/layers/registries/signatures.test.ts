import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { generateKeyPairSync } from "node:crypto"
import { keyOf } from "../../../src/domain/registryIndex/key.ts"
import * as SignaturesFixed from "../../../src/layers/registries/SignaturesFixed.ts"
import * as SignaturesNode from "../../../src/layers/registries/SignaturesNode.ts"
import { Signatures } from "../../../src/services/Signatures.ts"
import { keyPair } from "../../support/registry.ts"

const bytes = new TextEncoder().encode("what is signed")
const pair = keyPair()

const opening = (pem: string) =>
  Effect.flatMap(Signatures, (signatures) => signatures.open("key.pem", Redacted.make(pem)))

describe("SignaturesNode", () => {
  it.effect("signs with a private key what its public key verifies, and nothing else", () =>
    Effect.gen(function* () {
      const signatures = yield* Signatures
      const signer = yield* opening(pair.pem)
      assert.deepStrictEqual(signer.key, pair.key)
      const signature = yield* signer.sign(bytes)
      const verify = (check: Partial<Parameters<typeof signatures.verify>[0]>) =>
        signatures.verify({ bytes, signature, key: signer.key, ...check })
      assert.isTrue(yield* verify({}))
      assert.isFalse(yield* verify({ bytes: new TextEncoder().encode("another") }))
      assert.isFalse(yield* verify({ key: keyPair().key }))
      assert.isFalse(yield* verify({ signature: signature.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) }))
      assert.isFalse(yield* verify({ signature: new Uint8Array() }))
      // No point of the curve: whatever the library says of it, it never is a good signature.
      const nonsense = keyOf(new Uint8Array(32).fill(0xff))
      const verdict = yield* Effect.orElseSucceed(verify({ key: nonsense }), () => false)
      assert.isFalse(verdict)
    }).pipe(Effect.provide(SignaturesNode.layer))
  )

  it.effect("opens no key of another kind, under a passphrase or broken, and quotes nothing of it", () =>
    Effect.gen(function* () {
      const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
      const locked = generateKeyPairSync("ed25519").privateKey.export({
        type: "pkcs8",
        format: "pem",
        cipher: "aes-256-cbc",
        passphrase: "secret"
      })
      for (const pem of [
        String(rsa.export({ type: "pkcs8", format: "pem" })),
        String(locked),
        pair.pem.replace(/\n.{10}/u, "\n!!!!!!!!!!"),
        "SECRET-TEXT"
      ]) {
        const failure = yield* Effect.flip(opening(pem))
        assert.include(failure, { _tag: "KeyUnusable", key: "key.pem" })
        assert.notInclude(JSON.stringify(failure), "SECRET")
        assert.notInclude(JSON.stringify(failure), pem.slice(40, 60) || "SECRET")
      }
    }).pipe(Effect.provide(SignaturesNode.layer))
  )
})

describe("SignaturesFixed", () => {
  for (const [verdict, expected] of [
    ["good", true],
    ["bad", false]
  ] as const)
    it.effect(`finds everything ${verdict}`, () =>
      Effect.gen(function* () {
        const signatures = yield* Signatures
        const check = { bytes, signature: bytes, key: pair.key }
        assert.strictEqual(yield* signatures.verify(check), expected)
      }).pipe(Effect.provide(SignaturesFixed.layerWith(verdict)))
    )

  it.effect("fails when it is told to", () =>
    Effect.gen(function* () {
      const signatures = yield* Signatures
      const failure = yield* Effect.flip(signatures.verify({ bytes, signature: bytes, key: pair.key }))
      assert.strictEqual(failure._tag, "SignatureCheckFailed")
    }).pipe(Effect.provide(SignaturesFixed.layerWith("failing")))
  )
})
