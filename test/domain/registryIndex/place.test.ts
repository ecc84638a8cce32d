import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { keyOf } from "../../../src/domain/registryIndex/key.ts"
import { millisOf } from "../../../src/domain/registryIndex/moment.ts"
import { readPlace } from "../../../src/domain/registryIndex/place.ts"
import { decodeRegistries, encodeRegistries } from "../../../src/domain/registryIndex/record.ts"
import { sha512Integrity } from "../../../src/domain/hash.ts"

const urlOf = (address: string) => Result.getOrThrow(readPlace("team", address)).url

const recordedAndRead = (url: string) => {
  const record = {
    url,
    keys: [keyOf(new Uint8Array(32))],
    highest: { version: 1, sha512: sha512Integrity("") }
  }
  return Result.map(
    decodeRegistries("/registries.json", encodeRegistries(new Map([["team", record]]))),
    (state) => state.get("team")?.url
  )
}

/** Pieces that addresses are made of, and what breaks them. */
const pieces = "h / // . .. @ @scope ? # & = : 8443 % %40 %3f %23 \\ é ~ ; ' a".split(" ")

const Address = Schema.Array(Schema.Literals([...pieces, " "])).check(Schema.isMaxLength(7))

describe("the address of a registry", () => {
  it("stands without what is empty at its end", () => {
    for (const address of ["https://h/gsd", "https://H/gsd//", "https://h/gsd/?", "https://h/gsd#"])
      assert.strictEqual(urlOf(address), "https://h/gsd")
    assert.strictEqual(urlOf("https://h/@scope/gsd"), "https://h/@scope/gsd")
  })

  it.prop(
    "that is taken can be read again from where it is recorded",
    [Address],
    ([parts]) => {
      const place = readPlace("team", `https://h.example${parts.join("")}`)
      if (Result.isFailure(place)) return
      assert.strictEqual(Result.getOrThrow(recordedAndRead(place.success.url)), place.success.url)
    },
    { arbitrary: { runs: 2000 } }
  )

  it("that is recorded with credentials, a query or a fragment makes the file corrupt", () => {
    for (const url of ["https://ada:hush@h/x", "https://h/x?y", "https://h/x#y", "http://h/x", "https://"])
      assert.isTrue(Result.isFailure(recordedAndRead(url)), url)
  })
})

describe("a moment", () => {
  it("is one that the calendar has", () => {
    assert.strictEqual(millisOf("1970-01-01T00:00:01Z"), 1000)
    assert.strictEqual(millisOf("2024-02-29T00:00:00.123456789Z"), 1_709_164_800_123)
    for (const text of ["2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01"])
      assert.isUndefined(millisOf(text), text)
  })
})
