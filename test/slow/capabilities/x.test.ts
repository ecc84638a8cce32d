import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import { environment, gsd, installed, makeWorld, program, start, write } from "../../cli/support/world.ts"
import { limits } from "../../../src/domain/limits.ts"
import { commandFiles } from "../../pipelines/command/modules.ts"
import { isAlive } from "../../support/processes.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const makeCommands = () => {
  const world = makeWorld()
  mkdirSync(join(world.work, ".planning"))
  const ran = installed(world, write(world, "fx-cap", commandFiles()))
  assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
  return world
}

const world = makeCommands()

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe("gsd x", () => {
  it("lists families, and discloses an installed module before it is installed", () => {
    const { stdout } = gsd(world, ["x"])
    assert.match(stdout, /^FAMILY +CAPABILITY +COMMANDS +STATE\n/u)
    assert.match(stdout, /^fx +fx-cap +- +active$/mu)
    assert.match(stdout, /^intel +intel +- +inactive: `intel\.enabled` is `false` by default$/mu)
    const plan = gsd(world, ["capability", "plan", join(world.work, "fx-cap")])
    assert.match(plan.stdout, /`fx\.cjs`, loaded for `gsd x`/u)
  })

  it("passes output on as it is and ends with 0 or 1", () => {
    assert.deepStrictEqual(gsd(world, ["x", "fx", "write"]), { code: 0, stdout: 'out{\n  "a": 1\n}\n', stderr: "err" })
    assert.deepStrictEqual(gsd(world, ["x", "fx", "later"]), { code: 1, stdout: "late\n", stderr: "" })
    assert.deepStrictEqual(gsd(world, ["x", "fx", "fails"]), { code: 1, stdout: "", stderr: "it did not work\n" })
  })

  it("prints one document of JSON when the flag stands before the family, and then alone", () => {
    const ran = gsd(world, ["x", "--json", "fx", "later", "--json"])
    assert.deepStrictEqual([ran.code, ran.stderr], [1, ""])
    assert.deepStrictEqual(JSON.parse(ran.stdout), {
      family: "fx",
      capability: "fx-cap",
      exitCode: 4,
      stdout: "late\n",
      stderr: "",
      truncated: false
    })
    const behind = gsd(world, ["x", "fx", "nothing", "--json", "--help", "--version", "--", "-h"])
    assert.deepStrictEqual(behind, { code: 0, stdout: "", stderr: "" })
  })

  it("gives a module nothing that steers Node, though gsd itself was given it", () => {
    const env = { NODE_OPTIONS: "--no-warnings", NODE_PATH: "/nowhere", CLAUDECODE: "1", GSD_PHASE: "9" }
    const ran = gsd(world, ["x", "--json", "fx", "tell"], { env, input: "secret" })
    const { result }: { readonly result: { readonly env: object; readonly stdin: string } } = JSON.parse(ran.stdout)
    assert.doesNotHaveAnyKeys(result.env, ["NODE_OPTIONS", "NODE_PATH", "CLAUDECODE"])
    assert.include(result.env, { GSD_PHASE: "", HOME: world.home })
    assert.strictEqual(result.stdin, "")
  })

  it("tells failures with their exit codes, in the form that was asked for", () => {
    const codes = [
      ["x nothing", 6],
      ["x --timeout 0 fx", 2],
      ["x --timeout 1 fx hangs", 1],
      ["x --phase 9 fx tell", 6],
      ["x intel", 4]
    ] as const
    for (const [line, code] of codes) {
      const ran = gsd(world, ["--json", ...line.split(" ")])
      assert.strictEqual(ran.code, code, line)
      assert.nestedInclude(JSON.parse(ran.stdout), { "error.exitCode": code })
    }
  })

  it("shows what fits of a flood and says that there is more", async () => {
    const { code, stderr, stdout } = await start(world, ["x", "fx", "floods"]).ended
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout.length, limits.commandOutputBytes)
    assert.match(stderr, /^warning: `fx` wrote more than 8388608 bytes; the rest was left out\n$/u)
  })

  it("ends with the reader of its output, and its module with it", async () => {
    const file = join(world.root, "reader.pid")
    const child = spawn(process.execPath, [program, "x", "fx", "babbles", file], {
      cwd: world.work,
      env: environment(world),
      stdio: ["ignore", "pipe", "pipe"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    const closed = new Promise((resolve) => child.once("close", resolve))
    child.stdout.once("data", () => child.stdout.destroy())
    assert.strictEqual(await closed, 0)
    assert.isFalse(isAlive(Number(readFileSync(file, "utf8"))))
  })

  it("ends its module when it is interrupted", async () => {
    const file = join(world.root, "signal.pid")
    const run = start(world, ["x", "fx", "hangs", file])
    await until(() => existsSync(file) && readFileSync(file, "utf8") !== "")
    run.child.kill("SIGINT")
    assert.strictEqual((await run.ended).code, 130)
    assert.isFalse(isAlive(Number(readFileSync(file, "utf8"))))
  })
})
