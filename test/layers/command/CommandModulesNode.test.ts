import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import * as CommandModulesNode from "../../../src/layers/command/CommandModulesNode.ts"
import * as ProductFilesDisk from "../../../src/layers/product/ProductFilesDisk.ts"
import { CommandModules } from "../../../src/services/CommandModules.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const layer = Layer.provide(CommandModulesNode.layer, ProductFilesDisk.layer)

const programOf = (folder: string, module: string) =>
  Effect.gen(function* () {
    const modules = yield* CommandModules
    return yield* modules.program({ capability: "fx-cap", folder, module })
  }).pipe(Effect.provide(layer))

const refusals: ReadonlyArray<readonly [string, (folder: string, outside: string) => void]> = [
  ["a link that leads out", (folder, outside) => symlinkSync(outside, join(folder, "m.cjs"))],
  ["a link inside", (folder) => symlinkSync(join(folder, "other.cjs"), join(folder, "m.cjs"))],
  ["a link to nothing", (folder) => symlinkSync("nowhere", join(folder, "m.cjs"))],
  ["a folder", (folder) => mkdirSync(join(folder, "m.cjs"))],
  ["nothing", () => {}]
]

describe("CommandModules", () => {
  it.effect("starts the Node of this process with our runner, for a plain file of the folder", () =>
    Effect.gen(function* () {
      const room = makeRoom("gsd-modules-")
      mkdirSync(join(room, "real"))
      writeFileSync(join(room, "real/m.cjs"), "")
      symlinkSync(join(room, "real"), join(room, "folder"))
      const { args, command, module } = yield* programOf(join(room, "folder"), "m.cjs")
      assert.strictEqual(command, process.execPath)
      assert.strictEqual(module, join(room, "real/m.cjs"))
      assert.lengthOf(args, 1)
      assert.isTrue(existsSync(args[0] ?? ""))
    })
  )

  for (const [what, prepare] of refusals)
    it.effect(`refuses ${what}`, () =>
      Effect.gen(function* () {
        const room = makeRoom("gsd-modules-")
        const folder = join(room, "folder")
        mkdirSync(folder)
        writeFileSync(join(folder, "other.cjs"), "")
        writeFileSync(join(room, "outside.cjs"), "")
        prepare(folder, join(room, "outside.cjs"))
        const error = yield* Effect.flip(programOf(folder, "m.cjs"))
        assert.include(error, { _tag: "CapabilityFileUnreadable", capability: "fx-cap", path: "m.cjs" })
      })
    )

  it.effect("refuses a name that leaves the folder", () =>
    Effect.gen(function* () {
      const room = makeRoom("gsd-modules-")
      mkdirSync(join(room, "folder"))
      writeFileSync(join(room, "outside.cjs"), "")
      linkSync(join(room, "outside.cjs"), join(room, "folder/hard.cjs"))
      const error = yield* Effect.flip(programOf(join(room, "folder"), "../outside.cjs"))
      assert.strictEqual(error._tag, "CapabilityFileUnreadable")
    })
  )
})
