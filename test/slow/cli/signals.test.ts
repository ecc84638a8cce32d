import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import {
  digestOf,
  environment,
  gsd,
  holdingLock,
  installed,
  makeWorld,
  program,
  publish,
  start,
  tree,
  type World
} from "../../cli/support/world.ts"

afterAll(removeRooms)

/** Waits until a condition holds; the test's own timeout is the watchdog. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

const staged = (world: World): boolean =>
  tree(world).some((path) => /^\.gsd\/staging\/[^/]+\/bundle\//.test(path))

const leftovers = (world: World): ReadonlyArray<string> =>
  tree(world).filter((path) => /^\.gsd\/(staging|tx)\/./.test(path))

describe("a signal while the lock is waited for", () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143]
  ] as const) {
    it(`${signal} ends with ${code}, and nothing is left`, async () => {
      const world = makeWorld()
      const folder = publish(world, "v1")
      installed(world, folder)
      publish(world, "v2")
      const args = ["capability", "update", "hello-hooks", "--consent", digestOf(world, folder), "--json"]
      const release = await holdingLock(world)
      const { child, ended } = start(world, args)
      await until(() => staged(world))
      child.kill(signal)
      const ran = await ended
      await release()
      assert.deepStrictEqual([ran.code, ran.signal], [code, null])
      const { error } = JSON.parse(ran.stdout)
      assert.deepStrictEqual([error._tag, error.exitCode], ["Interrupted", code])
      assert.deepStrictEqual(leftovers(world), [])
      assert.match(gsd(world, ["capability", "list"]).stdout, / 1\.0\.0 +active /)
    })
  }

  it("a second one ends it as well, and the next command finds the state whole", async () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    publish(world, "v2")
    const args = ["capability", "update", "hello-hooks", "--consent", digestOf(world, folder)]
    const release = await holdingLock(world)
    const { child, ended } = start(world, args)
    await until(() => staged(world))
    child.kill("SIGINT")
    child.kill("SIGINT")
    const ran = await ended
    await release()
    assert.deepStrictEqual([ran.code, ran.signal], [130, null])
    assert.strictEqual(gsd(world, args).code, 0)
    assert.deepStrictEqual(leftovers(world), [])
  })
})

describe("signals at any moment of an update", () => {
  it("leave the old or the new generation, whole, and nothing beside it", async () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    publish(world, "v2")
    const args = ["capability", "update", "hello-hooks", "--consent", digestOf(world, folder), "--json"]
    for (const millis of [60, 120, 180, 240]) {
      const { child, ended } = start(world, args)
      await new Promise((resolve) => setTimeout(resolve, millis))
      child.kill("SIGTERM")
      setTimeout(() => child.kill("SIGTERM"), 5)
      const { code, signal } = await ended
      // Before the program listens, the signal has its default effect.
      assert.include(["0", "143", "SIGTERM"], String(code ?? signal))
      const { stdout } = gsd(world, ["capability", "verify", "--json"])
      assert.strictEqual(JSON.parse(stdout).verdict, "ok")
    }
    assert.strictEqual(gsd(world, args).code, 0)
    assert.deepStrictEqual(leftovers(world), [])
  })
})

describe("gsd demo", () => {
  const temporary = (world: World): ReadonlyArray<string> => readdirSync(world.work)

  it("walks through everything, and leaves nothing", () => {
    const world = makeWorld()
    const { code, stderr, stdout } = gsd(world, ["demo", "--json"], { env: { TMPDIR: world.work } })
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    const report: { readonly ok: boolean; readonly steps: ReadonlyArray<{ readonly ok: boolean }> } =
      JSON.parse(stdout)
    assert.isTrue(report.ok)
    assert.isAbove(report.steps.length, 10)
    assert.isTrue(report.steps.every((step) => step.ok))
    assert.deepStrictEqual(temporary(world), [])
    assert.deepStrictEqual(tree(world), [])
  })

  it("removes its home on Ctrl-C, and ends what it runs", async () => {
    const world = makeWorld()
    const child = spawn(process.execPath, [program, "demo"], {
      cwd: world.work,
      env: environment(world, { TMPDIR: world.work }),
      stdio: ["ignore", "pipe", "pipe"]
    })
    child.stdout.resume()
    const ended = new Promise((resolve) => child.on("close", resolve))
    await until(() => temporary(world).some((name) => readdirSync(join(world.work, name)).includes(".gsd")))
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
    assert.deepStrictEqual(temporary(world), [])
  })
})
