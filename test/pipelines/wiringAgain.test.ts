import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

const settings = "/home/ada/.host/settings.json"
const servers = (name: string) => ({ mcpServers: { [name]: { command: "demo-server" } } })

const diskWith = () =>
  MemoryDisk.make({
    files: {
      [settings]: '{ "model": "x" } // theirs\n',
      ...below("/one", capability({ id: "one", skills: [], ...servers("first") })),
      ...below("/two", capability({ id: "two", skills: [], ...servers("second") }))
    }
  })

const filesOf = (disk: MemoryDisk.MemoryDisk): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...disk.snapshot()].flatMap(([path, entry]) =>
      entry.kind === "file" && /settings\.json$|(?:ledger|consent)\.json$|audit\.jsonl$/u.test(path)
        ? [[path, Buffer.from(entry.bytes).toString("latin1")]]
        : []
    )
  )

describe("installing again what is installed and wired", () => {
  it.effect("is `unchanged`: no record is written, and no entry moves behind another's", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const run = runOn(disk)
      yield* run(install(requestOf("/one", { wire: [settings] })))
      yield* run(install(requestOf("/two", { wire: [settings] })))
      const before = filesOf(disk)
      for (const flags of [{}, { wire: [settings] }]) {
        const receipt = yield* run(install(requestOf("/one", flags)))
        assert.strictEqual(receipt.status, "unchanged")
        assert.deepStrictEqual(
          receipt.wired.map((one) => one.state),
          ["present", "present"]
        )
        assert.deepStrictEqual(filesOf(disk), before)
      }
      const wait = Duration.seconds(30)
      yield* run(remove({ id: "one", scope: globalScope, wait }))
      yield* run(remove({ id: "two", scope: globalScope, wait }))
      assert.strictEqual(filesOf(disk)[settings], '{ "model": "x" } // theirs\n')
    })
  )
})
