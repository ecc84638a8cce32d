import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { OutdatedRow } from "../../src/domain/outdated/row.ts"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { outdated } from "../../src/pipelines/outdated.ts"
import { pin } from "../../src/pipelines/pin.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { treeOf } from "../support/refusal.ts"
import { commitOf, shelvedOn, type Shelf, type Shelves } from "../support/shelf.ts"
import { write } from "../support/wired.ts"

const wait = requestOf("").wait
const repository = "https://host.example/ada/hk-cap.git"
const first = capability()
const second = capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })

const shelfOf = (): Shelf => ({ versions: { "1.0.0": first }, names: { main: "1.0.0", latest: "1.0.0" } })

const world = (shelves: Shelves = {}) => {
  const disk = MemoryDisk.make({
    directories: ["/home/ada", "/workspace/p/.git"],
    files: { ...below("/src/hk-cap", first), "/src/hk-cap.tgz": tgz(filesOf(first, "x/")) }
  })
  return { disk, ...shelvedOn(disk, shelves, { workingDirectory: "/workspace/p" }) }
}

/** What is told of one source before and after a newer version is there. */
const told = Effect.fnUntraced(function* (spec: string) {
  const own = shelfOf()
  const { asked, disk, run } = world({ "npm:hk-cap": own, "hk-cap@corp": own, [repository]: own })
  yield* run(install(requestOf(spec)))
  const [before] = yield* run(outdated(globalScope, []))
  own.versions["1.1.0"] = second
  own.names = { main: "1.1.0", latest: "1.1.0" }
  for (const [path, text] of Object.entries(below("/src/hk-cap", second))) yield* write(disk, path, text)
  yield* write(disk, "/src/hk-cap.tgz", tgz(filesOf(second, "x/")))
  const tree = treeOf(disk)
  asked.resolved.length = 0
  const [after] = yield* run(outdated(globalScope, []))
  assert.deepStrictEqual(treeOf(disk), tree, "a look changes nothing")
  return { before, after, asked: asked.resolved.length }
})

/** The matrix: spec, kind, and what is told of it once 1.1.0 is there. */
const matrix: ReadonlyArray<readonly [string, Partial<OutdatedRow>]> = [
  ["/src/hk-cap", { sourceKind: "local", status: "outdated", latest: "1.1.0" }],
  ["/src/hk-cap.tgz", { sourceKind: "archive", status: "outdated", latest: "1.1.0" }],
  ["npm:hk-cap", { sourceKind: "npm", status: "outdated", latest: "1.1.0" }],
  ["npm:hk-cap@^1.0", { sourceKind: "npm", status: "outdated", latest: "1.1.0" }],
  ["npm:hk-cap@latest", { sourceKind: "npm", status: "outdated", latest: "1.1.0" }],
  ["npm:hk-cap@~1.0.0", { sourceKind: "npm", status: "current", latest: "1.0.0" }],
  ["npm:hk-cap@1.0.0", { sourceKind: "npm", status: "pinned" }],
  ["hk-cap@corp", { sourceKind: "registry", status: "outdated", latest: "1.1.0" }],
  ["hk-cap@corp#1.0.0", { sourceKind: "registry", status: "pinned" }],
  [repository, { sourceKind: "git", status: "outdated", latest: commitOf(second) }],
  [`${repository}#branch:main`, { sourceKind: "git", status: "outdated", latest: commitOf(second) }],
  [`${repository}#main`, { sourceKind: "git", status: "outdated", latest: commitOf(second) }],
  [`${repository}#tag:v1.0.0`, { sourceKind: "git", status: "pinned" }],
  [`${repository}#v1.0.0`, { sourceKind: "git", status: "pinned" }],
  [`${repository}#sha:${commitOf(first)}`, { sourceKind: "git", status: "pinned" }]
]

describe("outdated", () => {
  it.effect.each(matrix)("tells of %s what its kind can tell", ([spec, expected]) =>
    Effect.gen(function* () {
      const { after, before } = yield* told(spec)
      assert.deepInclude(before, {
        id: "hk-cap",
        scope: "global",
        source: spec,
        current: "1.0.0",
        status: expected.status === "pinned" ? "pinned" : "current"
      })
      assert.deepInclude(after, { current: "1.0.0", ...expected })
      if (expected.status === "pinned") assert.match(after?.reason ?? "", /its source names/u)
    })
  )

  it.effect("detects a branch that moved by its commit, though the version stayed", () => {
    const own = shelfOf()
    const { run } = world({ [repository]: own })
    return Effect.gen(function* () {
      yield* run(install(requestOf(repository)))
      own.versions["1.0.0"] = capability({}, { "README.md": "more\n" })
      const [row] = yield* run(outdated(globalScope, []))
      assert.deepInclude(row, { status: "outdated", latest: commitOf(own.versions["1.0.0"] ?? {}) })
      assert.match(
        row?.reason ?? "",
        /`refs\/heads\/main` is at [0-9a-f]{12} now, and [0-9a-f]{12} is installed/u
      )
    })
  })

  it.effect("says of a tag that it moved, and keeps it pinned; also when nobody answers", () => {
    const own = shelfOf()
    const { run } = world({ [repository]: own })
    return Effect.gen(function* () {
      yield* run(install(requestOf(`${repository}#tag:v1.0.0`)))
      own.versions["1.0.0"] = second
      const [moved] = yield* run(outdated(globalScope, []))
      assert.deepInclude(moved, { status: "pinned", latest: commitOf(second) })
      assert.match(moved?.reason ?? "", /leads to [0-9a-f]{12} now and led to/u)
      own.down = "does not answer"
      const [untold] = yield* run(outdated(globalScope, []))
      assert.strictEqual(untold?.status, "pinned")
      assert.match(untold?.reason ?? "", /was not told: .*does not answer/u)
    })
  })

  it.effect("says when the bytes of a folder changed and its version did not", () => {
    const { disk, run } = world()
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      yield* write(disk, "/src/hk-cap/hooks/a.sh", "#!/bin/sh\necho other\n")
      const [row] = yield* run(outdated(globalScope, []))
      assert.deepInclude(row, {
        status: "outdated",
        latest: "1.0.0",
        reason: "its bytes changed, and its version did not"
      })
    })
  })

  it.effect("compares what the project itself holds", () => {
    const { disk, run } = world()
    const scope: LedgerScope = projectScope("/workspace/p")
    const vendored = "/workspace/p/.gsd/capabilities/hk-cap"
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap", { scope })))
      yield* run(install(requestOf(vendored, { scope, replace: true })))
      assert.deepInclude((yield* run(outdated(scope, [])))[0], { sourceKind: "vendored", status: "current" })
      yield* write(disk, `${vendored}/hooks/a.sh`, "#!/bin/sh\necho other\n")
      assert.deepInclude((yield* run(outdated(scope, [])))[0], { sourceKind: "vendored", status: "outdated" })
    })
  })

  it.effect("U41: shows a pinned one as pinned with the reason, and does not ask its source", () => {
    const { asked, run } = world({ "npm:hk-cap": shelfOf() })
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:hk-cap")))
      yield* run(pin({ id: "hk-cap", scope: globalScope, wait }))
      asked.resolved.length = 0
      const [row] = yield* run(outdated(globalScope, ["hk-cap"]))
      assert.deepInclude(row, { status: "pinned", latest: null })
      assert.match(row?.reason ?? "", /pinned at 1\.0\.0; `gsd capability unpin hk-cap`/u)
      assert.deepStrictEqual(asked.resolved, [])
    })
  })
})

const many = 20

const named = (at: number) => `cap-${String(at).padStart(2, "0")}`

const shelvesOf = (millis: number): Record<string, Shelf> =>
  Object.fromEntries(
    Array.from({ length: many }, (_, at) => [
      `npm:${named(at)}`,
      { versions: { "1.0.0": capability({ id: named(at), skills: [], hooks: [] }) }, millis }
    ])
  )

describe("outdated, of many", () => {
  const installed = Effect.fnUntraced(function* () {
    const shelves = shelvesOf(0)
    const shelved = world(shelves)
    for (let at = 0; at < many; at += 1) yield* shelved.run(install(requestOf(`npm:${named(at)}`)))
    return { shelves, ...shelved }
  })

  it.effect("asks them at once, and one that fails is a row with its reason", () =>
    Effect.gen(function* () {
      const { asked, run, shelves } = yield* installed()
      for (const shelf of Object.values(shelves)) shelf.millis = 100
      const down = shelves[`npm:${named(3)}`]
      if (down !== undefined) down.down = "does not answer"
      asked.most = 0
      const running = yield* Effect.forkChild(run(outdated(globalScope, [])))
      yield* TestClock.adjust("100 millis")
      const rows = yield* Fiber.join(running)
      assert.strictEqual(asked.most, many)
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        Array.from({ length: many }, (_, at) => named(at))
      )
      assert.deepInclude(rows[3], { status: "unknown", latest: null })
      assert.match(rows[3]?.reason ?? "", /does not answer/u)
      assert.deepStrictEqual([...new Set(rows.toSpliced(3, 1).map(({ status }) => status))], ["current"])
    })
  )

  it.effect("waits for none longer than a look may take", () =>
    Effect.gen(function* () {
      const { run, shelves } = yield* installed()
      const slow = shelves[`npm:${named(7)}`]
      if (slow !== undefined) slow.millis = 86_400_000
      const running = yield* Effect.forkChild(run(outdated(globalScope, [])))
      yield* TestClock.adjust("30 seconds")
      const rows = yield* Fiber.join(running)
      assert.deepInclude(rows[7], {
        status: "unknown",
        reason: "it did not answer within 30 seconds"
      })
    })
  )

  it.effect("degrades where the policy forbids a source, and where a folder is gone", () => {
    const { disk, run } = world({ "npm:hk-cap": shelfOf() })
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:hk-cap")))
      yield* write(disk, "/home/ada/.gsd/policy.json", '{"strictKnownRegistries":["local"]}')
      const [row] = yield* run(outdated(globalScope, []))
      assert.strictEqual(row?.status, "unknown")
      assert.match(row?.reason ?? "", /strictKnownRegistries/u)
    })
  })

  it.effect("fails when the ledger cannot be read, and for an id that is not installed", () => {
    const { disk, run } = world()
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      const missing = yield* Effect.flip(run(outdated(globalScope, ["hk-cup"])))
      assert.strictEqual(missing._tag, "NotInstalled")
      yield* write(disk, "/home/ada/.gsd/ledger.json", "{")
      assert.strictEqual((yield* Effect.flip(run(outdated(globalScope, []))))._tag, "LedgerCorrupt")
    })
  })
})
