import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { show } from "../../src/pipelines/show.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf } from "../support/engine.ts"
import { textAt } from "../support/wired.ts"

const wait = Duration.seconds(30)
const root = "/home/ada/app"
const project = projectScope(root)
const settings = `${root}/.host/settings.json`
/** Empty: there is no file. */
const originals = ["", "{}\n", '{\n  "model": "x",\n  "hooks": { "Stop": [] } // theirs\n}\n']

const one = (id: string, version = "1.0.0") =>
  below(
    `/v${version}/${id}`,
    capability(
      { id, version, skills: [], mcpServers: { [id]: { command: `${id}-server` } } },
      { "hooks/a.sh": `#!/bin/sh\necho ${id} ${version}\n` }
    )
  )

const newDisk = (original: string) =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, `${root}/.host`],
    files: {
      ...(original === "" ? {} : { [settings]: original }),
      ...one("one"),
      ...one("two"),
      ...one("one", "2.0.0")
    }
  })

const inProject = (disk: MemoryDisk.MemoryDisk) => treatOn(disk, { workingDirectory: root })

const put = (disk: MemoryDisk.MemoryDisk, id: string, scope: LedgerScope) =>
  inProject(disk)(install(requestOf(`/v1.0.0/${id}`, { scope, wire: [settings] })))

const takeOut = (disk: MemoryDisk.MemoryDisk, id: string, scope: LedgerScope) =>
  inProject(disk)(remove({ id, scope, wait }))

const isHealthy = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk) {
  for (const scope of [globalScope, project])
    assert.deepStrictEqual((yield* inProject(disk)(doctor(scope))).findings, [])
})

const standsIn = (disk: MemoryDisk.MemoryDisk, id: string, scope: LedgerScope) =>
  Effect.map(inProject(disk)(show(scope, id)), ({ wired }) => wired.map((entry) => entry.state))

const both = ["present", "present"]
const orders = [
  [globalScope, project],
  [project, globalScope]
] as const

/** Every original, order of installs and order of removals. */
const cases = originals.flatMap((original, at) =>
  orders.flatMap((first) =>
    orders.map((last) => [at, first[0].kind, last[0].kind, original, first, last] as const)
  )
)

describe("one settings file in two ledgers", () => {
  it.effect.each(cases)(
    "holds two capabilities and is as before after both (file %s, %s first in, %s first out)",
    ([, , , original, first, last]) =>
      Effect.gen(function* () {
        const disk = newDisk(original)
        const ids = new Map<LedgerScope, string>([
          [globalScope, "one"],
          [project, "two"]
        ])
        for (const scope of first) yield* put(disk, ids.get(scope) ?? "", scope)
        yield* isHealthy(disk)
        for (const [scope, id] of ids) assert.deepStrictEqual(yield* standsIn(disk, id, scope), both)
        const [gone, staying] = last
        yield* takeOut(disk, ids.get(gone) ?? "", gone)
        yield* isHealthy(disk)
        assert.deepStrictEqual(yield* standsIn(disk, ids.get(staying) ?? "", staying), both)
        yield* takeOut(disk, ids.get(staying) ?? "", staying)
        yield* isHealthy(disk)
        assert.strictEqual(textAt(disk, settings), original)
        assert.strictEqual(disk.snapshot().has(settings), original !== "")
      })
  )

  it.effect.each(cases)(
    "holds one capability of both scopes until both are removed (file %s, %s first in, %s first out)",
    ([, , , original, first, last]) =>
      Effect.gen(function* () {
        const disk = newDisk(original)
        for (const scope of first) yield* put(disk, "one", scope)
        yield* isHealthy(disk)
        for (const scope of first) assert.deepStrictEqual(yield* standsIn(disk, "one", scope), both)
        assert.strictEqual(textAt(disk, settings).split("hooks/a.sh").length, 2)
        const [gone, staying] = last
        yield* takeOut(disk, "one", gone)
        yield* isHealthy(disk)
        assert.deepStrictEqual(yield* standsIn(disk, "one", staying), both)
        assert.strictEqual(textAt(disk, settings).split("hooks/a.sh").length, 2)
        yield* takeOut(disk, "one", staying)
        yield* isHealthy(disk)
        assert.strictEqual(textAt(disk, settings), original)
        assert.strictEqual(disk.snapshot().has(settings), original !== "")
      })
  )

  it.effect("switches one capability off in one scope, and on again, and leaves it to the other", () =>
    Effect.gen(function* () {
      const disk = newDisk("{}\n")
      for (const scope of [globalScope, project]) yield* put(disk, "one", scope)
      yield* inProject(disk)(disable({ id: "one", scope: globalScope, wait }))
      yield* isHealthy(disk)
      assert.deepStrictEqual(yield* standsIn(disk, "one", globalScope), [])
      assert.deepStrictEqual(yield* standsIn(disk, "one", project), both)
      yield* inProject(disk)(enable({ id: "one", scope: globalScope, wait }))
      yield* isHealthy(disk)
      assert.deepStrictEqual(yield* standsIn(disk, "one", globalScope), both)
      for (const scope of [project, globalScope]) yield* takeOut(disk, "one", scope)
      assert.strictEqual(textAt(disk, settings), "{}\n")
    })
  )

  it.effect("updates in one scope without taking the other's", () =>
    Effect.gen(function* () {
      const disk = newDisk("{}\n")
      yield* put(disk, "one", globalScope)
      yield* put(disk, "two", project)
      yield* inProject(disk)(
        update({ id: "one", spec: "/v2.0.0/one", scope: globalScope, wait, allowDowngrade: false })
      )
      yield* isHealthy(disk)
      assert.deepStrictEqual(yield* standsIn(disk, "two", project), both)
      yield* takeOut(disk, "two", project)
      yield* takeOut(disk, "one", globalScope)
      assert.strictEqual(textAt(disk, settings), "{}\n")
    })
  )
})
