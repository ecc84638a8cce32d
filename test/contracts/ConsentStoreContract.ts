import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { encodeConsent } from "../../src/domain/consent/codec.ts"
import { findRecord, recordKey } from "../../src/domain/consent/record.ts"
import { limits } from "../../src/domain/limits.ts"
import { ConsentStore } from "../../src/services/ConsentStore.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { text } from "../support/disk.ts"
import { put, type World } from "../support/home.ts"
import { recordOf } from "../support/records.ts"

const world = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  return { consents: yield* ConsentStore, path: paths.consent, durable: yield* Durable }
})

const fileOf = (...records: ReadonlyArray<unknown>): string => JSON.stringify({ version: "1", records })

const corrupt: ReadonlyArray<readonly [string, string]> = [
  ["cut after ten bytes", fileOf(recordOf()).slice(0, 10)],
  ["an empty file", ""],
  ["a newer version", JSON.stringify({ version: "2", records: [] })],
  ["no records", JSON.stringify({ version: "1" })],
  ["one bad record among good ones", fileOf(recordOf(), { ...recordOf({ id: "other" }), how: "guessed" })],
  ["one record without a digest", fileOf({ ...recordOf(), digest: undefined })],
  ["a key twice", '{"version":"1","records":[],"records":[]}']
]

/** What every ConsentStore promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<ConsentStore | World, unknown>): void => {
  const prove = (behaviour: string, test: Effect.Effect<void, unknown, ConsentStore | World>) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`ConsentStore: ${name}`, () => {
    prove(
      "is empty when nobody ever consented",
      Effect.gen(function* () {
        const { consents } = yield* world
        assert.strictEqual((yield* consents.read).size, 0)
      })
    )
    prove(
      "tells records apart by scope, id and digest, revoked ones included",
      Effect.gen(function* () {
        const { consents, path } = yield* world
        const egress = [{ slug: "s", key: "k", host: "h:1", loopback: true }]
        const records = [
          recordOf({ egress }),
          recordOf({ scope: "0".repeat(32), revoked: "2026-02-02T00:00:00.000Z" }),
          recordOf({ id: "other", by: "agent" }),
          recordOf({ digest: "sha512-other", how: "carried" })
        ]
        const state = new Map(records.map((one) => [recordKey(one), one]))
        yield* put(path, encodeConsent(state))
        const read = yield* consents.read
        assert.strictEqual(read.size, 4)
        for (const one of records) assert.deepStrictEqual(findRecord(read, one), one)
        assert.isUndefined(findRecord(read, { ...recordOf(), scope: "1".repeat(32) }))
      })
    )
    for (const [what, bytes] of corrupt) {
      prove(
        `refuses ${what}, and leaves the file alone`,
        Effect.gen(function* () {
          const { consents, durable, path } = yield* world
          yield* put(path, bytes)
          const failure = yield* Effect.flip(consents.read)
          assert.strictEqual(failure._tag, "ConsentCorrupt")
          assert.include(failure.message, path)
          assert.strictEqual(text(yield* durable.read(path, { maxBytes: 1 << 20 })), bytes)
        })
      )
    }
    prove(
      "refuses more bytes than it may have, and a link",
      Effect.gen(function* () {
        const { consents, durable, path } = yield* world
        yield* put(path, new Uint8Array(limits.consentBytes + 1).fill(0x20))
        assert.include(yield* Effect.flip(consents.read), { _tag: "FileTooLarge" })
        yield* durable.rename(path, `${path}.elsewhere`)
        yield* durable.link(`${path}.elsewhere`, path)
        assert.include(yield* Effect.flip(consents.read), { _tag: "DiskFailure", reason: "is-a-link" })
      })
    )
  })
}
