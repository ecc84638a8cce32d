import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

const id = "hk-cap"
const wait = Duration.seconds(30)
const settings = "/home/ada/.host/settings.json"
const original = `{ "model": "x" }\n`

const version = (command: string, members: Readonly<Record<string, string>> = {}) =>
  capability(
    { ...members, hooks: [], mcpServers: { demo: { command, args: ["--stdio"] } } },
    { "bin/server": "#!/bin/sh\nexec cat\n", "README.md": `${JSON.stringify(members)}\n` }
  )

const diskWith = (command: string) =>
  MemoryDisk.make({
    files: {
      [settings]: original,
      ...below("/v1/hk-cap", version(command)),
      ...below("/v2/hk-cap", version(command, { version: "1.1.0" }))
    }
  })

const textOf = (disk: MemoryDisk.MemoryDisk): string => {
  const entry = disk.snapshot().get(settings)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : "absent"
}

const commandIn = (disk: MemoryDisk.MemoryDisk): string => JSON.parse(textOf(disk)).mcpServers.demo.command

describe("an MCP server whose program is a file of the bundle", () => {
  it.effect.each(["./bin/server", "bin/server", "bin\\server"])(
    "is wired as that file of the store for %s, over an update, and taken out again",
    (command) =>
      Effect.gen(function* () {
        const disk = diskWith(command)
        const run = runOn(disk)
        yield* run(install(requestOf("/v1/hk-cap", { wire: [settings] })))
        const first = commandIn(disk)
        assert.match(first, /^\/home\/ada\/\.gsd\/store\/[0-9a-f]{64}\/bundle\/bin\/server$/u)
        const program = disk.snapshot().get(first)
        assert.strictEqual(program?.kind === "file" ? program.mode & 0o777 : 0, 0o555)
        yield* run(update({ id, spec: "/v2/hk-cap", scope: globalScope, wait, allowDowngrade: false }))
        assert.notStrictEqual(commandIn(disk), first)
        assert.isTrue(disk.snapshot().has(commandIn(disk)))
        yield* run(remove({ id, scope: globalScope, wait }))
        assert.strictEqual(textOf(disk), original)
      })
  )

  it.effect.each(["./bin/other", "../server", "~/server"])(
    "is not wired for %s, which a host would take from the repository, and nothing is installed",
    (command) =>
      Effect.gen(function* () {
        const disk = diskWith(command)
        const error = yield* Effect.flip(runOn(disk)(install(requestOf("/v1/hk-cap", { wire: [settings] }))))
        assert.strictEqual(error._tag, "ScriptNotRunnable")
        assert.include(error.message, `\`${command}\` is no file of the capability`)
        assert.strictEqual(textOf(disk), original)
      })
  )

  it.effect("is left as it is where a host fills in its folder", () =>
    Effect.gen(function* () {
      const disk = diskWith("${ROOT}/bin/server")
      yield* runOn(disk)(install(requestOf("/v1/hk-cap", { wire: [settings] })))
      assert.strictEqual(commandIn(disk), "${ROOT}/bin/server")
    })
  )
})
