import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DiskReason } from "../../src/domain/disk/errors.ts"
import { Durable } from "../../src/services/Durable.ts"
import { Room, text, utf8 } from "../support/disk.ts"

type Test = Effect.Effect<void, unknown, Durable | Room>

/** One behaviour, with a fresh layer of its own. */
export type Prove = (name: string, test: Test) => void

/** The disk, and an empty folder on it. */
export const world = Effect.gen(function* () {
  return { durable: yield* Durable, room: yield* Room }
})

/** Asserts a failure with this reason. */
export const refuses = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>, reason: DiskReason) {
  const failure: unknown = yield* Effect.flip(effect)
  assert.include(failure, { _tag: "DiskFailure", reason })
})

/** Mode of files that only their owner may read. */
export const ownerOnly = { mode: 0o600 }

/** What reading promises; part of the Durable contract. */
export const reading = (prove: Prove) => {
  prove(
    "stops one byte after the cap",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("123456"), ownerOnly)
      assert.strictEqual((yield* durable.read(`${room}/f`, { maxBytes: 6 })).byteLength, 6)
      const failure = yield* Effect.flip(durable.read(`${room}/f`, { maxBytes: 5 }))
      assert.include(failure, { _tag: "FileTooLarge", maxBytes: 5 })
    })
  )
  prove(
    "reads an empty file, and one larger than a chunk",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      const large = new Uint8Array(3_000_001).map((_, at) => at % 251)
      yield* durable.create(`${room}/empty`, utf8(""), ownerOnly)
      yield* durable.create(`${room}/large`, large, ownerOnly)
      assert.strictEqual((yield* durable.read(`${room}/empty`, { maxBytes: 0 })).byteLength, 0)
      assert.deepStrictEqual(yield* durable.read(`${room}/large`, { maxBytes: 4_000_000 }), large)
    })
  )
  prove(
    "refuses links, folders and missing files",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("x"), ownerOnly)
      yield* durable.link(`${room}/f`, `${room}/l`)
      yield* refuses(durable.read(`${room}/l`, { maxBytes: 9 }), "is-a-link")
      yield* refuses(durable.read(room, { maxBytes: 9 }), "is-a-directory")
      yield* refuses(durable.read(`${room}/no`, { maxBytes: 9 }), "missing")
      yield* refuses(durable.read(`${room}/f/below`, { maxBytes: 9 }), "not-a-directory")
    })
  )
  prove(
    "reads the tail and the whole size",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("one\ntwo\n"), ownerOnly)
      const tail = yield* durable.readTail(`${room}/f`, { maxBytes: 4 })
      assert.deepStrictEqual([text(tail.bytes), tail.size], ["two\n", 8])
      const all = yield* durable.readTail(`${room}/f`, { maxBytes: 100 })
      assert.deepStrictEqual([text(all.bytes), all.size], ["one\ntwo\n", 8])
    })
  )
  prove(
    "lists names in UTF-16 order with kinds, links not followed",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/b`, utf8(""), ownerOnly)
      yield* durable.makeDirectory(`${room}/B`, { mode: 0o700 })
      yield* durable.link(`${room}/B`, `${room}/a`)
      yield* durable.create(`${room}/\u{1f600}`, utf8(""), ownerOnly)
      yield* durable.create(`${room}/\uffee`, utf8(""), ownerOnly)
      assert.deepStrictEqual(yield* durable.entries(room), [
        { name: "B", kind: "directory" },
        { name: "a", kind: "link" },
        { name: "b", kind: "file" },
        { name: "\u{1f600}", kind: "file" },
        { name: "\uffee", kind: "file" }
      ])
      yield* refuses(durable.entries(`${room}/b`), "not-a-directory")
      yield* refuses(durable.entries(`${room}/no`), "missing")
    })
  )
  prove(
    "reads links and resolves paths",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* durable.create(`${room}/d/f`, utf8(""), ownerOnly)
      yield* durable.link("d", `${room}/l`)
      assert.strictEqual(yield* durable.readLink(`${room}/l`), "d")
      assert.strictEqual(yield* durable.realPath(`${room}/l/f`), `${room}/d/f`)
      assert.include(Option.getOrThrow(yield* durable.identify(`${room}/l`)), { kind: "link" })
      yield* refuses(durable.realPath(`${room}/no`), "missing")
      assert.isNotEmpty(yield* durable.fileSystemKind(room))
    })
  )
}
