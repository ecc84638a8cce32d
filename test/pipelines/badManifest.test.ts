import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { firstPartyIds } from "../../src/domain/capability/firstPartyIds.ts"
import { sha512Integrity } from "../../src/domain/hash.ts"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { limits } from "../../src/domain/limits.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { below, capability, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { diskWith, refuse } from "../support/refusal.ts"
import { utf8 } from "../support/disk.ts"

const json = (members: JsonObject = {}): string => JSON.stringify(manifestOf(members))

/** The manifest's text with more written behind its opening brace. */
const led = (text: string): string => `{${text},${json().slice(1)}`

const utf16 = (text: string, mark: ReadonlyArray<number>): Uint8Array =>
  new Uint8Array([...mark, ...Buffer.from(text, "utf16le")])

const deep = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

/** Manifests that cannot be read, with what the message says of the place. */
const unreadable: ReadonlyArray<readonly [string, string | Uint8Array, RegExp]> = [
  ["no JSON", "{ no", /line 1, column 3 \(byte 2\)/u],
  ["nothing at all", "", /Not valid JSON/u],
  ["a comment", `// hello\n${json()}`, /line 1, column 1/u],
  ["a trailing comma", json().replace(/\}$/u, ",}"), /Not valid JSON at line 1/u],
  ["nesting ten thousand deep (U27)", led(`"x":${deep(10_000)}`), /nest deeper than 100 levels at line 1/u],
  ["nesting one too deep", led(`"x":${deep(limits.jsonDepth)}`), /nest deeper than 100 levels/u],
  ["UTF-16 with its mark (U25)", utf16(json(), [0xff, 0xfe]), /UTF-16LE/u],
  ["UTF-16 without a mark", utf16(json(), []), /Not valid JSON at line 1/u],
  ["a byte that is no UTF-8", new Uint8Array([0x7b, 0xff]), /byte 1/u],
  ["a key twice (U27)", led('"id":"gsd-evil"'), /"id" stands twice.*\(byte 17\)/u],
  ["a key twice, once escaped", led('"\\u0069d":"gsd-evil"'), /"id" stands twice/u],
  [
    "a lone surrogate (U27)",
    json({ title: "x" }).replace('"x"', '"\\ud800"'),
    /half of a surrogate pair at line 1/u
  ]
]

describe("a manifest that cannot be read", () => {
  for (const [what, bytes, place] of unreadable) {
    it.effect(`is refused when it holds ${what}`, () =>
      Effect.gen(function* () {
        const files = { ...below("/src/hk-cap", capability()), "/src/hk-cap/capability.json": bytes }
        const disk = yield* diskWith(files)
        const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/hk-cap"))))
        assert.include(refusal, { tag: "ManifestUnreadable", exit: 4 })
        assert.include(refusal.message, "/src/hk-cap/capability.json")
        assert.match(refusal.message, place)
        assert.include(yield* refuse(disk, runOn(disk)(plan(requestOf("/src/hk-cap")))), { tag: refusal.tag })
      })
    )
  }
  it.effect("is refused when it has nine million bytes, or is not there, or is a folder", () =>
    Effect.gen(function* () {
      const big = json({ description: "x".repeat(9_000_000) })
      const disk = yield* diskWith({
        "/big/hk-cap/capability.json": big,
        "/none/hk-cap/README.md": "x",
        "/folder/hk-cap/capability.json/x": "x"
      })
      const run = (spec: string) => refuse(disk, runOn(disk)(install(requestOf(spec))))
      const tooLarge = yield* run("/big/hk-cap")
      assert.include(tooLarge, { tag: "FileTooLarge", exit: 4 })
      assert.include(tooLarge.message, "/big/hk-cap/capability.json")
      for (const spec of ["/none/hk-cap", "/folder/hk-cap"])
        assert.include(yield* run(spec), {
          tag: "ManifestMissing",
          exit: 4,
          message: `\`${spec}/capability.json\` is missing`
        })
    })
  )
  it.effect("U25: is taken behind a byte order mark, with one note", () =>
    Effect.gen(function* () {
      const files = below("/src/hk-cap", capability())
      const manifest = "/src/hk-cap/capability.json"
      const disk = yield* diskWith({
        ...files,
        [manifest]: new Uint8Array([0xef, 0xbb, 0xbf, ...utf8(json())])
      })
      const planned = yield* runOn(disk)(plan(requestOf("/src/hk-cap")))
      const notes = planned.problems.filter((one) => one.rule === "manifest.encoding")
      assert.deepStrictEqual(
        notes.map((one) => one.severity),
        ["warning"]
      )
      const receipt = yield* runOn(disk)(install(requestOf("/src/hk-cap")))
      assert.strictEqual(receipt.status, "installed")
      assert.deepStrictEqual(
        receipt.warnings,
        notes.map((one) => one.message)
      )
      const rows = yield* runOn(disk)(list(globalScope))
      assert.deepStrictEqual(
        rows.map((row) => row.status),
        ["active", "active"]
      )
    })
  )
  it.effect("U27: changes no prototype, whatever its keys are", () =>
    Effect.gen(function* () {
      const text = led('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}')
      const files = { ...below("/src/hk-cap", capability()), "/src/hk-cap/capability.json": text }
      const disk = yield* diskWith(files)
      const planned = yield* runOn(disk)(plan(requestOf("/src/hk-cap")))
      assert.isUndefined(Reflect.get({}, "polluted"))
      assert.deepStrictEqual(
        planned.problems.filter((one) => one.severity === "error"),
        []
      )
      const hidden = led('"__proto__":{"hooks":[],"mcpServers":{"x":{"command":"evil"}}}')
      const other = yield* diskWith({ ...files, "/src/hk-cap/capability.json": hidden })
      assert.deepStrictEqual(
        (yield* runOn(other)(plan(requestOf("/src/hk-cap")))).disclosure,
        planned.disclosure
      )
    })
  )
})

const invalid = Effect.fnUntraced(function* (folder: string, members: JsonObject) {
  const disk = yield* diskWith(below(`/src/${folder}`, capability(members)))
  const refusal = yield* refuse(disk, runOn(disk)(install(requestOf(`/src/${folder}`))))
  assert.include(refusal, { tag: "ManifestInvalid", exit: 4 })
  assert.include(refusal.message, `/src/${folder}/capability.json`)
  return refusal
})

describe("an id", () => {
  it.effect("is refused when it is reserved, whoever asks", () =>
    Effect.gen(function* () {
      for (const id of ["gsd-x", "gsd-core-x", "anthropic-x"]) {
        const refusal = yield* invalid(id, { id })
        assert.match(refusal.message, /at `\/id`: .*reserved/u)
      }
    })
  )
  it.effect("is refused when it is one of the 46 published first-party ones or our own", () =>
    Effect.gen(function* () {
      assert.strictEqual(firstPartyIds.size, 47)
      for (const id of firstPartyIds) {
        const refusal = yield* invalid(id, { id })
        assert.match(refusal.message, /at `\/id`/u, id)
      }
    })
  )
  it.effect("is refused when it only looks like an id", () =>
    Effect.gen(function* () {
      for (const id of [
        "GSD-x",
        "Hk-cap",
        "hk_cap",
        "hk-c\u0430p",
        "9hk",
        "-hk",
        "hk cap",
        "hk.cap",
        "constructor",
        "prototype"
      ]) {
        const refusal = yield* invalid(id, { id })
        assert.match(refusal.message, /at `\/id`/u, id)
      }
      for (const id of ["", "../x", "__proto__"])
        assert.match((yield* invalid("hk-cap", { id })).message, /at `\/id`/u, id)
    })
  )
  it.effect("is refused when it is not the folder's", () =>
    Effect.gen(function* () {
      for (const [folder, id] of [
        ["hk-cap", "other-cap"],
        ["HK-CAP", "hk-cap"],
        ["hk-cap2", "hk-cap"]
      ] as const) {
        const refusal = yield* invalid(folder, { id })
        assert.match(refusal.message, /at `\/id`/u)
        assert.include(refusal.message, id)
        assert.include(refusal.message, folder)
      }
    })
  )
  it.effect("is refused when an update brings another one", () =>
    Effect.gen(function* () {
      const disk = yield* diskWith(below("/src/hk-cap", capability()))
      const request = requestOf("/src/hk-cap", { op: "update", expectedId: "other", replace: true })
      const refusal = yield* refuse(disk, runOn(disk)(install(request)))
      assert.include(refusal, {
        tag: "IdDiffers",
        exit: 4,
        message: "`/src/hk-cap` holds `hk-cap`, not `other`"
      })
    })
  )
})

describe("integrity", () => {
  it.effect("is refused when the caller's digest is another", () =>
    Effect.gen(function* () {
      const disk = yield* diskWith(below("/src/hk-cap", capability()))
      const { contentHash } = yield* runOn(disk)(plan(requestOf("/src/hk-cap")))
      const integrity = sha512Integrity("other bytes")
      const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/hk-cap", { integrity }))))
      assert.include(refusal, { tag: "IntegrityMismatch", exit: 4 })
      assert.include(refusal.message, integrity)
      assert.include(refusal.message, contentHash)
      const receipt = yield* runOn(disk)(install(requestOf("/src/hk-cap", { integrity: contentHash })))
      assert.strictEqual(receipt.status, "installed")
    })
  )
  it.effect("is refused when the manifest's own digest does not hold, naming both", () =>
    Effect.gen(function* () {
      for (const integrity of [sha512Integrity("other bytes"), "sha512-short", "md5-x", ""]) {
        const disk = yield* diskWith(below("/src/hk-cap", capability({ integrity })))
        const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/hk-cap"))))
        assert.include(["ManifestIntegrityMismatch", "ManifestInvalid"], refusal.tag)
        assert.strictEqual(refusal.exit, 4)
        const found = /sha512-[A-Za-z0-9+/]{86}==(?!.*sha512-)/u.exec(refusal.message)?.[0]
        if (refusal.tag !== "ManifestIntegrityMismatch" || found === undefined) continue
        const good = yield* diskWith(below("/src/hk-cap", capability({ integrity: found })))
        assert.strictEqual((yield* runOn(good)(install(requestOf("/src/hk-cap")))).status, "installed")
        const changed = yield* diskWith(
          below("/src/hk-cap", capability({ integrity: found }, { "hooks/a.sh": "#!/bin/sh\nevil\n" }))
        )
        const again = yield* refuse(changed, runOn(changed)(install(requestOf("/src/hk-cap"))))
        assert.strictEqual(again.tag, "ManifestIntegrityMismatch")
      }
    })
  )
})
