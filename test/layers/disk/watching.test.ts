import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DurableNode from "../../../src/layers/disk/DurableNode.ts"
import { makeWatch, watchingDisk, watchingVariables, type Watch } from "../../../src/layers/disk/watching.ts"
import { Durable } from "../../../src/services/Durable.ts"

const room = Effect.acquireRelease(
  Effect.sync(() => {
    const path = realpathSync(mkdtempSync(join(tmpdir(), "gsd-watch-")))
    writeFileSync(join(path, "a"), "a")
    mkdirSync(join(path, "folder"))
    symlinkSync("a", join(path, "link"))
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Asking = (disk: Durable["Service"], at: string) => Effect.Effect<unknown, unknown>

/** What a watch saw of one asking. */
const watched = Effect.fnUntraced(function* (at: string, asking: Asking) {
  const watch = makeWatch()
  const disk = watchingDisk(yield* Durable, watch)
  yield* Effect.ignore(asking(disk, at))
  return watch
})

const wholes: ReadonlyArray<readonly [string, Asking, (watch: Watch, at: string) => boolean]> = [
  [
    "bytes",
    (disk, at) => disk.read(`${at}/a`, { maxBytes: 9 }),
    ({ looks }, at) => looks.get(`${at}/a`)?.size === 1
  ],
  ["no file", (disk, at) => disk.read(`${at}/b`, { maxBytes: 9 }), ({ looks }, at) => looks.has(`${at}/b`)],
  ["names", (disk, at) => disk.entries(`${at}/folder`), ({ listed }, at) => listed.has(`${at}/folder`)],
  [
    "a look",
    (disk, at) => disk.identify(`${at}/link`),
    ({ looks }, at) => looks.get(`${at}/link`)?.kind === "link"
  ],
  ["a look at nothing", (disk, at) => disk.identify(`${at}/b`), ({ looks }, at) => looks.has(`${at}/b`)],
  ["looks", (disk, at) => disk.lookAll([`${at}/a`, `${at}/folder`]), ({ looks }) => looks.size === 2],
  [
    "a real path",
    (disk, at) => disk.realPath(`${at}/link`),
    ({ reals }, at) => reals.get(`${at}/link`) === `${at}/a`
  ]
]

const parts: ReadonlyArray<readonly [string, Asking]> = [
  ["a write", (disk, at) => disk.create(`${at}/b`, new Uint8Array(), { mode: 0o600 })],
  ["a write that fails", (disk, at) => disk.makeDirectory(`${at}/folder`, { mode: 0o700 })],
  ["a question that it does not understand", (disk, at) => disk.readLink(`${at}/link`)],
  ["a file that is too large", (disk, at) => disk.read(`${at}/a`, { maxBytes: 0 })],
  ["a link that is not followed", (disk, at) => disk.read(`${at}/link`, { maxBytes: 9 })],
  ["a look that may have been refused", (disk, at) => disk.lookAll([`${at}/b`])],
  ["a real path that there is none of", (disk, at) => disk.realPath(`${at}/b`)],
  [
    "a change between two looks",
    (disk, at) =>
      Effect.gen(function* () {
        yield* disk.identify(`${at}/a`)
        chmodSync(join(at, "a"), 0o600)
        yield* disk.read(`${at}/a`, { maxBytes: 9 })
      })
  ]
]

describe("a watch over a disk", () => {
  it.effect.each(wholes)("sees %s, and is whole", ([, asking, saw]) =>
    Effect.gen(function* () {
      const at = yield* room
      const watch = yield* watched(at, asking)
      assert.isTrue(watch.isWhole)
      assert.isTrue(saw(watch, at))
    }).pipe(Effect.provide(DurableNode.layer))
  )

  it.effect.each(parts)("is less than whole after %s", ([, asking]) =>
    Effect.gen(function* () {
      assert.isFalse((yield* watched(yield* room, asking)).isWhole)
    }).pipe(Effect.provide(DurableNode.layer))
  )
})

describe("a watch over variables", () => {
  it("sees which are asked for", () => {
    const watch = makeWatch()
    const variables = watchingVariables(new Map([["A", "1"]]), watch)
    assert.deepStrictEqual([variables.get("A"), variables.get("B")], ["1", undefined])
    assert.deepStrictEqual(
      [...watch.variables],
      [
        ["A", "1"],
        ["B", undefined]
      ]
    )
    assert.isTrue(watch.isWhole)
  })

  it("is less than whole when all of them are asked for", () => {
    const watch = makeWatch()
    assert.deepStrictEqual([...watchingVariables(new Map([["A", "1"]]), watch)], [["A", "1"]])
    assert.isFalse(watch.isWhole)
  })
})
