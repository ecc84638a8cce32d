import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Durable } from "../../src/services/Durable.ts"
import { type Room, text, utf8 } from "../support/disk.ts"
import { ownerOnly, type Prove, reading, refuses, world } from "./durableReading.ts"

const creating = (prove: Prove) => {
  prove(
    "creates a file with its bytes and exact mode",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      for (const mode of [0o600, 0o444, 0o555, 0o666, 0o777]) {
        const path = `${room}/f${mode}`
        yield* durable.create(path, utf8("bytes"), { mode })
        assert.strictEqual(text(yield* durable.read(path, { maxBytes: 5 })), "bytes")
        const found = Option.getOrThrow(yield* durable.identify(path))
        assert.include(found, { kind: "file", size: 5, mode, links: 1 })
      }
    })
  )
  prove(
    "creates nothing over a file, a folder or a dangling link",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("old"), ownerOnly)
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* durable.link(`${room}/nowhere`, `${room}/l`)
      for (const name of ["f", "d", "l"]) {
        yield* refuses(durable.create(`${room}/${name}`, utf8("new"), ownerOnly), "exists")
      }
      assert.strictEqual(text(yield* durable.read(`${room}/f`, { maxBytes: 9 })), "old")
      assert.isTrue(Option.isNone(yield* durable.identify(`${room}/nowhere`)))
    })
  )
  prove(
    "names a missing parent, and a file for a parent",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8(""), ownerOnly)
      yield* refuses(durable.create(`${room}/no/f`, utf8(""), ownerOnly), "missing")
      yield* refuses(durable.create(`${room}/f/f`, utf8(""), ownerOnly), "not-a-directory")
      assert.isTrue(Option.isNone(yield* durable.identify(`${room}/f/f`)))
    })
  )
  prove(
    "refuses a name that is too long",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* refuses(durable.create(`${room}/${"n".repeat(256)}`, utf8(""), ownerOnly), "name-too-long")
    })
  )
}

const changing = (prove: Prove) => {
  prove(
    "appends, and creates what it appends to with the exact mode",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.append(`${room}/log`, utf8("a\n"), { mode: 0o666 })
      yield* durable.append(`${room}/log`, utf8("b\n"), ownerOnly)
      assert.strictEqual(text(yield* durable.read(`${room}/log`, { maxBytes: 9 })), "a\nb\n")
      assert.include(Option.getOrThrow(yield* durable.identify(`${room}/log`)), { mode: 0o666 })
      yield* durable.link(`${room}/log`, `${room}/l`)
      yield* refuses(durable.append(`${room}/l`, utf8("c"), ownerOnly), "is-a-link")
    })
  )
  prove(
    "extends a file that is there, and nothing else",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.createUnsynced(`${room}/f`, utf8("a"), ownerOnly)
      yield* durable.extendUnsynced(`${room}/f`, utf8("b"))
      yield* durable.extendUnsynced(`${room}/f`, utf8(""))
      assert.strictEqual(text(yield* durable.read(`${room}/f`, { maxBytes: 9 })), "ab")
      yield* durable.link(`${room}/f`, `${room}/l`)
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* refuses(durable.extendUnsynced(`${room}/no`, utf8("c")), "missing")
      yield* refuses(durable.extendUnsynced(`${room}/l`, utf8("c")), "is-a-link")
      yield* refuses(durable.extendUnsynced(`${room}/d`, utf8("c")), "is-a-directory")
      assert.isTrue(Option.isNone(yield* durable.identify(`${room}/no`)))
    })
  )
  prove(
    "reads a file piece by piece",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("12345"), ownerOnly)
      for (const [pieceBytes, expected] of [
        [2, ["12", "34", "5", "", ""]],
        [5, ["12345", "", ""]],
        [9, ["12345", ""]]
      ] as const) {
        const next = yield* durable.pieces(`${room}/f`, { pieceBytes })
        for (const piece of expected) assert.strictEqual(text(yield* next), piece)
      }
      yield* durable.link(`${room}/f`, `${room}/l`)
      yield* refuses(Effect.asVoid(Effect.scoped(durable.pieces(`${room}/no`, { pieceBytes: 1 }))), "missing")
      yield* refuses(
        Effect.asVoid(Effect.scoped(durable.pieces(`${room}/l`, { pieceBytes: 1 }))),
        "is-a-link"
      )
      yield* refuses(Effect.asVoid(Effect.scoped(durable.pieces(room, { pieceBytes: 1 }))), "is-a-directory")
    }).pipe(Effect.scoped)
  )
  prove(
    "truncates",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("12345"), ownerOnly)
      yield* durable.truncate(`${room}/f`, 2)
      assert.strictEqual(text(yield* durable.read(`${room}/f`, { maxBytes: 9 })), "12")
      yield* durable.truncate(`${room}/f`, 0)
      assert.strictEqual((yield* durable.read(`${room}/f`, { maxBytes: 9 })).byteLength, 0)
      yield* refuses(durable.truncate(`${room}/no`, 0), "missing")
    })
  )
  prove(
    "renames over a file and moves a folder as a whole",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/a`, utf8("new"), ownerOnly)
      yield* durable.create(`${room}/b`, utf8("old"), ownerOnly)
      yield* durable.rename(`${room}/a`, `${room}/b`)
      assert.strictEqual(text(yield* durable.read(`${room}/b`, { maxBytes: 9 })), "new")
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* durable.makeDirectory(`${room}/e`, { mode: 0o700 })
      yield* durable.create(`${room}/d/f`, utf8("in"), ownerOnly)
      yield* refuses(durable.rename(`${room}/b`, `${room}/d`), "is-a-directory")
      yield* refuses(durable.rename(`${room}/e`, `${room}/d`), "not-empty")
      yield* durable.rename(`${room}/d`, `${room}/e/d`)
      assert.strictEqual(text(yield* durable.read(`${room}/e/d/f`, { maxBytes: 9 })), "in")
      yield* refuses(durable.rename(`${room}/no`, `${room}/x`), "missing")
    })
  )
  prove(
    "changes modes and sees the change time move",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8(""), ownerOnly)
      const before = Option.getOrThrow(yield* durable.identify(`${room}/f`))
      yield* durable.chmod(`${room}/f`, 0o444)
      const after = Option.getOrThrow(yield* durable.identify(`${room}/f`))
      assert.strictEqual(after.mode, 0o444)
      assert.strictEqual(after.ino, before.ino)
      assert.isTrue(after.ctimeNs >= before.ctimeNs)
      yield* durable.chown(`${room}/f`, after)
      yield* refuses(durable.chmod(`${room}/no`, 0o444), "missing")
    })
  )
  prove(
    "fsyncs files and folders",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8(""), { mode: 0o444 })
      yield* durable.syncFile(`${room}/f`)
      yield* durable.syncDirectory(room)
      yield* refuses(durable.syncFile(`${room}/no`), "missing")
      yield* refuses(durable.syncDirectory(`${room}/no`), "missing")
    })
  )
}

const removing = (prove: Prove) => {
  prove(
    "makes folders with the exact mode, once",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o777 })
      assert.include(Option.getOrThrow(yield* durable.identify(`${room}/d`)), {
        kind: "directory",
        mode: 0o777
      })
      yield* refuses(durable.makeDirectory(`${room}/d`, { mode: 0o700 }), "exists")
      yield* refuses(durable.makeDirectory(`${room}/no/d`, { mode: 0o700 }), "missing")
    })
  )
  prove(
    "unlinks files and links, never folders",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.create(`${room}/f`, utf8("kept"), ownerOnly)
      yield* durable.link(`${room}/f`, `${room}/l`)
      yield* durable.unlink(`${room}/l`)
      assert.strictEqual(text(yield* durable.read(`${room}/f`, { maxBytes: 9 })), "kept")
      yield* durable.unlink(`${room}/f`)
      yield* refuses(durable.unlink(`${room}/f`), "missing")
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* refuses(durable.unlink(`${room}/d`), "is-a-directory")
    })
  )
  prove(
    "removes empty folders only",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* durable.create(`${room}/d/f`, utf8(""), ownerOnly)
      yield* refuses(durable.removeDirectory(`${room}/d`), "not-empty")
      yield* refuses(durable.removeDirectory(`${room}/d/f`), "not-a-directory")
      yield* durable.unlink(`${room}/d/f`)
      yield* durable.removeDirectory(`${room}/d`)
      yield* refuses(durable.removeDirectory(`${room}/d`), "missing")
    })
  )
  prove(
    "removes a tree and leaves what its links lead to",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.makeDirectory(`${room}/kept`, { mode: 0o700 })
      yield* durable.create(`${room}/kept/f`, utf8(""), { mode: 0o444 })
      yield* durable.makeDirectory(`${room}/d`, { mode: 0o700 })
      yield* durable.makeDirectory(`${room}/d/e`, { mode: 0o755 })
      yield* durable.create(`${room}/d/e/f`, utf8(""), { mode: 0o444 })
      yield* durable.link(`${room}/kept`, `${room}/d/l`)
      yield* durable.removeTree(`${room}/d`)
      assert.deepStrictEqual(yield* durable.entries(room), [{ name: "kept", kind: "directory" }])
      assert.strictEqual((yield* durable.entries(`${room}/kept`)).length, 1)
      yield* durable.removeTree(`${room}/d`)
    })
  )
}

const replacing = (prove: Prove) => {
  const options = (room: string) => ({ mode: 0o640, temporary: `${room}/.f.tmp` })
  prove(
    "replaces a file, or makes it, and leaves no temporary",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      for (const content of ["first", "second"]) {
        yield* durable.replace(`${room}/f`, utf8(content), options(room))
        assert.strictEqual(text(yield* durable.read(`${room}/f`, { maxBytes: 9 })), content)
      }
      assert.include(Option.getOrThrow(yield* durable.identify(`${room}/f`)), { mode: 0o640 })
      assert.deepStrictEqual(yield* durable.entries(room), [{ name: "f", kind: "file" }])
    })
  )
  prove(
    "leaves no temporary when the rename fails, and another's temporary alone",
    Effect.gen(function* () {
      const { durable, room } = yield* world
      yield* durable.makeDirectory(`${room}/f`, { mode: 0o700 })
      yield* refuses(durable.replace(`${room}/f`, utf8("x"), options(room)), "is-a-directory")
      assert.deepStrictEqual(yield* durable.entries(room), [{ name: "f", kind: "directory" }])
      yield* durable.create(`${room}/.f.tmp`, utf8("theirs"), ownerOnly)
      yield* refuses(durable.replace(`${room}/f`, utf8("x"), options(room)), "exists")
      assert.strictEqual(text(yield* durable.read(`${room}/.f.tmp`, { maxBytes: 9 })), "theirs")
    })
  )
}

/** What every Durable promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<Durable | Room>): void => {
  const prove: Prove = (behaviour, test) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Durable: ${name}`, () => {
    creating(prove)
    reading(prove)
    changing(prove)
    removing(prove)
    replacing(prove)
  })
}
