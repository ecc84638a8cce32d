import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { sha256Hex } from "../../../src/domain/hash.ts"
import {
  decodeLockfile,
  emptyLockfile,
  encodeLockfile,
  isEmptyLockfile,
  lockEntryOf,
  lockedContent,
  lockProblem,
  withLocked
} from "../../../src/domain/project/lockfile.ts"
import { directoriesTo, projectScope } from "../../../src/domain/project/places.ts"
import { text, utf8 } from "../../support/disk.ts"

const hash = `sha512-${"A".repeat(86)}==`
const generation = {
  source: "/home/ada/src/hk-cap",
  version: "1.0.0",
  integrity: hash,
  contentHash: hash,
  consentDigest: "sha512-d"
}

describe("lockfile", () => {
  it("is the same bytes whatever the order of the edits", () => {
    const one = withLocked(withLocked(emptyLockfile, "b", { x: 1 }), "a", { x: 2 })
    const other = withLocked(withLocked(emptyLockfile, "a", { x: 2 }), "b", { x: 1 })
    assert.strictEqual(text(encodeLockfile(one)), text(encodeLockfile(other)))
    assert.strictEqual(
      text(encodeLockfile(withLocked(emptyLockfile, "a", { x: 2 }))),
      '{\n  "version": 1,\n  "capabilities": {\n    "a": {\n      "x": 2\n    }\n  }\n}\n'
    )
  })

  it("reads back what it wrote, keys of prototypes included", () => {
    const source =
      '{"capabilities":{"__proto__":{"a":[1]},"constructor":null},"version":1,"extra":{"b":true}}'
    const read = Result.getOrThrow(decodeLockfile(utf8(source)))
    const again = Result.getOrThrow(decodeLockfile(encodeLockfile(read)))
    assert.deepStrictEqual([...again.capabilities], [...read.capabilities])
    assert.deepStrictEqual([...again.others], [["extra", { b: true }]])
    assert.isFalse(
      isEmptyLockfile(withLocked(withLocked(again, "__proto__", undefined), "constructor", undefined))
    )
  })

  it("names no path of one person's machine", () => {
    assert.deepStrictEqual(lockEntryOf(generation, undefined, false), {
      source: "local",
      resolved: "1.0.0",
      contentHash: hash,
      consentDigest: "sha512-d"
    })
    assert.deepInclude(
      lockEntryOf({ ...generation, integrity: "sha512-archive" }, undefined, false) as object,
      {
        sha512: "sha512-archive"
      }
    )
  })

  it("keeps what the team wrote of a source when the source is the vendored folder", () => {
    const before = { source: "npm:hk-cap", contentHash: "sha512-old" }
    assert.deepInclude(lockEntryOf(generation, before, true) as object, {
      source: "npm:hk-cap",
      contentHash: hash
    })
    const same = { source: "npm:hk-cap", contentHash: hash }
    assert.strictEqual(lockEntryOf(generation, same, true), same)
    assert.isUndefined(lockEntryOf(generation, undefined, true))
  })

  it("believes no digest that is none", () => {
    const lockfile = withLocked(withLocked(emptyLockfile, "a", { contentHash: hash }), "b", {
      contentHash: "x"
    })
    assert.strictEqual(lockedContent(lockfile, "a"), hash)
    assert.isUndefined(lockedContent(lockfile, "b"))
    assert.isUndefined(lockedContent(lockfile, "toString"))
    assert.isString(lockProblem({ contentHash: 1 }))
    assert.isUndefined(lockProblem({ source: "local", resolved: "1", contentHash: hash, consentDigest: "" }))
  })
})

describe("places of a project", () => {
  it("are keyed by sha256 of the root", () => {
    assert.strictEqual(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    assert.strictEqual(projectScope("abc").key, "ba7816bf8f01cfea414140de5dae2223")
  })

  it("list the directories down to one, parents first", () => {
    assert.deepStrictEqual(directoriesTo("/a/b/c", "/a"), ["/a", "/a/b", "/a/b/c"])
    assert.deepStrictEqual(directoriesTo("/x", "/a"), [])
    assert.deepStrictEqual(directoriesTo("/a/b", "/"), ["/", "/a", "/a/b"])
    assert.deepStrictEqual(directoriesTo("/", "/"), ["/"])
  })
})
