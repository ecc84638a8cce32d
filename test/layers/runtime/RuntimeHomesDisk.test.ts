import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RuntimeDescriptor } from "../../../src/domain/runtime/home.ts"
import * as DurableNode from "../../../src/layers/disk/DurableNode.ts"
import * as EnvironmentFixed from "../../../src/layers/home/EnvironmentFixed.ts"
import * as RuntimeHomesDisk from "../../../src/layers/runtime/RuntimeHomesDisk.ts"
import { RuntimeHomes } from "../../../src/services/RuntimeHomes.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const runtime: RuntimeDescriptor = {
  id: "acme",
  body: {
    configHome: {
      kind: "dot-home-nested",
      name: "one",
      parent: ".acme",
      env: ["ACME_HOME"],
      probe: ["one", "two", "three"],
      probeExists: "own/VERSION"
    },
    localConfigDir: ".acme",
    artifactLayout: { global: [], local: [] }
  }
}

const find = (home: string, variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(RuntimeHomes, (homes) =>
    homes.find({ runtime, scope: { kind: "global" }, part: "config" })
  ).pipe(
    Effect.provide(
      RuntimeHomesDisk.layer.pipe(
        Layer.provide(Layer.merge(DurableNode.layer, EnvironmentFixed.layerWith({ home, variables })))
      )
    )
  )

const makeHome = () => {
  const home = makeRoom("gsd-homes-")
  mkdirSync(join(home, ".acme"))
  return home
}

describe("RuntimeHomes on the disk", () => {
  it.effect("follows links: to the marked folder, to a folder that is there, and to nothing", () =>
    Effect.gen(function* () {
      const home = makeHome()
      const real = join(home, "real")
      mkdirSync(join(real, "own"), { recursive: true })
      symlinkSync(join(home, "nowhere"), join(home, ".acme/one"))
      symlinkSync(join(home, ".acme/two"), join(home, ".acme/two"))
      assert.deepInclude(yield* find(home), { path: join(home, ".acme/one"), exists: false, others: [] })
      symlinkSync(real, join(home, ".acme/three"))
      const { others, tried, ...found } = yield* find(home)
      assert.deepInclude(found, { path: join(home, ".acme/three"), exists: true, matched: { rule: "probe" } })
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        tried.map(({ exists }) => exists),
        [null, false, false, false, false, false, true]
      )
      writeFileSync(join(real, "own/VERSION"), "")
      assert.deepInclude(yield* find(home), { path: join(home, ".acme/three"), matched: { rule: "marked" } })
    })
  )

  it.effect("does not know what is there where nobody can look", () =>
    Effect.gen(function* () {
      const long = "x".repeat(300)
      const { exists, path } = yield* find(makeHome(), { ACME_HOME: `/${long}` })
      assert.deepStrictEqual([exists, path], [null, `/${long}`])
    })
  )

  it.effect("refuses a variable by its name, and writes nothing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(find(makeHome(), { ACME_HOME: "/srv/\nx" }))
      assert.deepInclude(error, { _tag: "RuntimeHomeRefused", runtime: "acme", name: "ACME_HOME" })
      assert.notInclude(error.message, "\n")
    })
  )
})
