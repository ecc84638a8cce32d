import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove, removeDryRun } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { below, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { refuse, treeOf } from "../support/refusal.ts"
import { textAt, write } from "../support/wired.ts"

const wait = requestOf("").wait
const scope = globalScope
const project = projectScope("/workspace/p")
const settings = "/home/ada/.one/settings.json"

const bare = (id: string, members: Parameters<typeof manifestOf>[0] = {}) =>
  below(`/src/${id}`, {
    "capability.json": JSON.stringify(manifestOf({ id, skills: [], hooks: [], ...members })),
    "README.md": `about ${id}\n`
  })

const server = (name: string) => ({ mcpServers: { [name]: { command: `${name}-server` } } })

const world = () =>
  MemoryDisk.make({
    directories: ["/home/ada", "/workspace/p/.git"],
    files: {
      [settings]: '{\n  // theirs\n  "mcpServers": {}\n}\n',
      ...bare("base", server("one")),
      ...bare("middle", { requires: ["base"], ...server("two") }),
      ...bare("top", { requires: ["middle"], ...server("three") }),
      ...bare("aside", server("four"))
    }
  })

const ids = ["base", "middle", "top", "aside"]

const installed = Effect.fnUntraced(function* (
  disk: MemoryDisk.MemoryDisk,
  flags: Parameters<typeof requestOf>[1] = {}
) {
  const run = runOn(disk, { workingDirectory: "/workspace/p" })
  for (const id of ids) yield* run(install(requestOf(`/src/${id}`, flags)))
  return run
})

describe("going back", () => {
  it.effect("to what requires a capability that is gone is refused, and changes nothing", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = runOn(disk)
      yield* run(install(requestOf("/src/base")))
      yield* run(install(requestOf("/src/middle")))
      const files = below("/free/middle", {
        "capability.json": JSON.stringify(
          manifestOf({ id: "middle", version: "2.0.0", skills: [], hooks: [] })
        )
      })
      for (const [path, text] of Object.entries(files)) yield* write(disk, path, text)
      yield* run(install(requestOf("/free/middle", { replace: true })))
      assert.strictEqual((yield* run(remove({ id: "base", scope, wait }))).status, "removed")
      const refusal = yield* refuse(disk, run(rollback({ id: "middle", scope, wait })))
      assert.strictEqual(refusal.tag, "ManifestInvalid")
      assert.match(refusal.message, /`base`/u)
      assert.strictEqual((yield* run(list(scope)))[0]?.version, "2.0.0")
    })
  })
})

describe("removing what others require", () => {
  it.effect("is refused by the names of all that require it, and changes nothing", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = yield* installed(disk)
      const refusal = yield* refuse(disk, run(remove({ id: "base", scope, wait })))
      assert.deepInclude(refusal, {
        tag: "StillRequired",
        exit: 4,
        message: "`base` is required by `middle`, `top`"
      })
      assert.match(refusal.hints[0] ?? "", /remove base --cascade/u)
      assert.strictEqual((yield* refuse(disk, run(removeDryRun({ id: "base", scope, wait })))).exit, 4)
    })
  })

  it.effect("is refused also while the one that requires it is switched off", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = yield* installed(disk)
      yield* run(disable({ id: "top", scope, wait }))
      const error = yield* Effect.flip(run(remove({ id: "middle", scope, wait })))
      assert.strictEqual(error._tag, "StillRequired")
    })
  })

  it.effect("takes them along with --cascade in one transaction, and says so beforehand", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = yield* installed(disk, { wire: [settings] })
      const before = treeOf(disk)
      const planned = yield* run(removeDryRun({ id: "base", scope, wait, cascade: true }))
      const dependants = [
        { id: "middle", version: "1.0.0" },
        { id: "top", version: "1.0.0" }
      ]
      assert.deepStrictEqual(planned.dependants, dependants)
      assert.match(planned.edits?.[0]?.diff ?? "", /one-server[^]*two-server[^]*three-server/u)
      assert.deepStrictEqual(treeOf(disk), before)

      const receipt = yield* run(remove({ id: "base", scope, wait, cascade: true }))
      assert.deepInclude(receipt, { status: "removed", id: "base", dependants, warnings: [] })
      assert.deepStrictEqual(
        (yield* run(list(scope))).map(({ id, status, wired }) => [id, status, wired[0]?.state]),
        [["aside", "active", "present"]]
      )
      const commits = textAt(disk, "/home/ada/.gsd/audit.jsonl")
        .trim()
        .split("\n")
        .filter((line) => line.includes('"op":"remove"'))
        .map((line): unknown => JSON.parse(line))
      assert.strictEqual(commits.length, 2, "one begin, one commit")
      assert.match(JSON.stringify(commits[1]), /"also":\["middle","top"\].*"event":"commit".*"id":"base"/u)
    })
  })

  it.effect("leaves settings files as they were before anything was wired", () => {
    const disk = world()
    const text = () => textAt(disk, settings)
    const before = text()
    return Effect.gen(function* () {
      const run = yield* installed(disk, { wire: [settings] })
      assert.notStrictEqual(text(), before)
      yield* run(remove({ id: "base", scope, wait, cascade: true }))
      yield* run(remove({ id: "aside", scope, wait }))
      assert.strictEqual(text(), before)
    })
  })

  it.effect("takes them out of a project, its lockfile and its vendored folders", () => {
    const disk = world()
    const own = () => [...disk.snapshot().keys()].filter((path) => path.startsWith("/workspace/p/.gsd"))
    return Effect.gen(function* () {
      const run = yield* installed(disk, { scope: project })
      yield* run(remove({ id: "base", scope: project, wait, cascade: true }))
      assert.deepStrictEqual(
        own().filter((path) => /base|middle|top/u.test(path)),
        []
      )
      assert.include(own(), "/workspace/p/.gsd/capabilities/aside/capability.json")
      yield* run(remove({ id: "aside", scope: project, wait }))
      assert.deepStrictEqual(own(), [])
    })
  })

  it.effect("is allowed in a project where the user's own takes its place", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = yield* installed(disk)
      yield* run(install(requestOf("/src/base", { scope: project })))
      yield* run(install(requestOf("/src/middle", { scope: project })))
      assert.strictEqual((yield* run(remove({ id: "base", scope: project, wait }))).status, "removed")
      assert.strictEqual((yield* run(list(project)))[0]?.status, "active")
    })
  })

  it.effect("warns of projects that a removal from the user's own leaves without it", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = runOn(disk, { workingDirectory: "/workspace/p" })
      yield* run(install(requestOf("/src/base")))
      yield* run(install(requestOf("/src/middle", { scope: project })))
      const { warnings } = yield* run(remove({ id: "base", scope, wait }))
      assert.match(warnings.join(), /`middle`, installed in a project, is not acted on any more/u)
    })
  })
})
