import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { generateKeyPairSync } from "node:crypto"
import { encodeEnvelope, readEnvelope, signedBytes } from "../../../src/domain/registryIndex/envelope.ts"
import { keyOf, readPublicKey, spkiOf } from "../../../src/domain/registryIndex/key.ts"
import { limits } from "../../../src/domain/limits.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("signedBytes", () => {
  it("is the pre-authentication encoding of DSSE", () => {
    const signed = signedBytes("http://example.com/HelloWorld", bytes("hello world"))
    assert.strictEqual(
      new TextDecoder().decode(signed),
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )
  })

  it("is another for another type or payload, wherever the border between them is", () => {
    const all = [
      ["a", "b c"],
      ["a b", "c"],
      ["a", "b"],
      ["", "a b c"],
      ["ä", "b c"]
    ].map(([type = "", payload = ""]) => Buffer.from(signedBytes(type, bytes(payload))).toString("hex"))
    assert.strictEqual(new Set(all).size, all.length)
  })
})

describe("readEnvelope", () => {
  it("reads what encodeEnvelope wrote", () => {
    const envelope = {
      payloadType: "x/y",
      payload: bytes("{}"),
      signatures: [{ keyid: "k", bytes: bytes("s") }]
    }
    const read = Result.getOrThrow(readEnvelope(encodeEnvelope(envelope)))
    assert.deepStrictEqual(
      { ...read, payload: Buffer.from(read.payload).toString(), signatures: read.signatures.length },
      { payloadType: "x/y", payload: "{}", signatures: 1 }
    )
  })

  const envelope = { payloadType: "x", payload: "e30=", signatures: [] }
  const many = Array.from({ length: limits.registrySignatures + 1 }, () => ({ keyid: "k", sig: "e30=" }))
  for (const [what, text] of [
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a payload that is no base64", JSON.stringify({ ...envelope, payload: "*" })],
    ["no payload", JSON.stringify({ ...envelope, payload: undefined })],
    [
      "a signature that is no base64",
      JSON.stringify({ ...envelope, signatures: [{ keyid: "k", sig: "*" }] })
    ],
    ["more signatures than are checked", JSON.stringify({ ...envelope, signatures: many })],
    ["a member twice", '{"payloadType":"x","payloadType":"y","payload":"e30=","signatures":[]}']
  ] as const)
    it(`refuses ${what}`, () => {
      assert.isTrue(Result.isFailure(readEnvelope(bytes(text))))
      assert.isTrue(Result.isSuccess(readEnvelope(bytes(JSON.stringify(envelope)))))
    })
})

describe("readPublicKey", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const spki = publicKey.export({ type: "spki", format: "der" })
  const key = keyOf(spki.subarray(-32))

  it("takes PEM, base64 of the whole and base64 of the 32 bytes for the same key", () => {
    for (const text of [
      String(publicKey.export({ type: "spki", format: "pem" })),
      spki.toString("base64"),
      spki.subarray(-32).toString("base64"),
      `${spki.toString("base64")}\n`
    ])
      assert.deepStrictEqual(Result.getOrThrow(readPublicKey(text)), key)
    assert.deepStrictEqual(Buffer.from(spkiOf(key)), spki)
  })

  it("refuses a private key, a key of another kind and what is none", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey
    const x25519 = generateKeyPairSync("x25519").publicKey
    for (const text of [
      String(privateKey.export({ type: "pkcs8", format: "pem" })),
      String(rsa.export({ type: "spki", format: "pem" })),
      String(x25519.export({ type: "spki", format: "pem" })),
      "",
      "key.pub",
      "AAAA"
    ])
      assert.isTrue(Result.isFailure(readPublicKey(text)), text)
  })
})
