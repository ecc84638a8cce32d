import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { isAlive } from "../../support/processes.ts"
import { removeRooms } from "../../support/rooms.ts"
import { project, resolve, resolver } from "../../cli/support/tasks.ts"
import { installed } from "../../cli/support/world.ts"

afterAll(removeRooms)

const stubborn = `
const { spawn } = require("node:child_process")
process.on("SIGTERM", () => {})
const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
const child = spawn(process.execPath, ["-e", code], { detached: true, stdio: "ignore" })
require("node:fs").writeFileSync("pids", process.pid + " " + child.pid)
setInterval(() => {}, 1000)
`

describe("a resolver", () => {
  it("that traps TERM and has forked into a session of its own is ended with its whole tree", () => {
    const world = project("owl:1")
    assert.strictEqual(installed(world, resolver(world, stubborn, { timeoutMs: 3000 })).code, 0)
    const { answer, code } = resolve(world, "owl:1")
    assert.deepStrictEqual(
      [code, answer.error._tag, answer.error.details.timeoutMs],
      [1, "ResolverTimedOut", 3000]
    )
    const pids = readFileSync(join(world.work, "pids"), "utf8").split(" ").map(Number)
    assert.deepStrictEqual([pids.length, pids.filter(isAlive)], [2, []])
  })

  it("whose program is nowhere is named", () => {
    const world = project("owl:1")
    assert.strictEqual(installed(world, resolver(world, "", { binary: "no-such-program" })).code, 0)
    const { answer, code } = resolve(world, "owl:1")
    assert.deepStrictEqual([code, answer.error._tag], [1, "ResolverNotStarted"])
    assert.deepInclude(answer.error.details, { reason: "BinaryNotFound", program: "no-such-program" })
  })

  it("whose bytes were changed does not run, and is said to be there", () => {
    const world = project("owl:1")
    assert.strictEqual(installed(world, resolver(world, "console.log('{}')")).code, 0)
    assert.strictEqual(resolve(world, "owl:1").answer.reason, "empty")
    const store = join(world.home, ".gsd/store")
    const script = join(store, readdirSync(store)[0] ?? "", "bundle/bin/owl")
    for (const path of [dirname(script), script]) chmodSync(path, 0o755)
    writeFileSync(script, `#!${process.execPath}\nrequire("node:fs").writeFileSync("hacked", "")\n`)
    const { answer } = resolve(world, "owl:1")
    assert.isFalse(existsSync(join(world.work, "hacked")))
    assert.strictEqual(answer.reason, "no-resolver")
    assert.match(answer.warnings.join(), /`owl` would read the tasks of `owl` but is not active/u)
  })
})
