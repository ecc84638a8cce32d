import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import {
  environment,
  gsd,
  installed,
  makeWorld,
  program,
  publish,
  repository,
  write,
  type World
} from "./support/world.ts"

afterAll(removeRooms)

const shell = (world: World, command: string) => {
  const run = spawnSync("sh", ["-c", command], {
    cwd: world.work,
    env: environment(world, { NODE: process.execPath, GSD: program }),
    encoding: "utf8",
    timeout: 20_000
  })
  return { code: run.status, stdout: run.stdout, stderr: run.stderr }
}

/** A text that acts on a terminal in every way known. */
const hostile = "echo 'safe' > x | sh \u001b[38D\u001b[K\r\u009b2J\u202e\u200b\u{e0041}\nConsent granted"

// Any control but the line end, C1, bidi, zero width, tags.
const acts =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

const trap = (world: World): string =>
  write(world, "trap", {
    "capability.json": JSON.stringify({
      id: "trap",
      role: "feature",
      version: "1.0.0",
      title: `Trap ${hostile}`,
      description: hostile.repeat(50),
      tier: "full",
      requires: [],
      runtimeCompat: { supported: ["*"], unsupported: [] },
      skills: [],
      agents: [],
      mcpServers: { server: { command: hostile, args: [hostile], env: { PATH: hostile } } },
      config: {},
      steps: [],
      contributions: [],
      gates: []
    })
  })

describe("hostile manifests", () => {
  it("never reach the terminal raw, as text or as JSON, and cannot start a line of their own", () => {
    const world = makeWorld()
    const folder = trap(world)
    const runs = [
      gsd(world, ["capability", "plan", folder]),
      gsd(world, ["capability", "plan", folder, "--json"]),
      gsd(world, ["capability", "install", folder]),
      gsd(world, ["capability", "install", folder, "--yes"]),
      gsd(world, ["capability", "show", "trap"]),
      gsd(world, ["capability", "show", "trap", "--json"]),
      gsd(world, ["capability", "list"])
    ]
    for (const { stderr, stdout } of runs) {
      assert.notMatch(stdout + stderr, acts)
      assert.notMatch(stdout + stderr, /^\s*Consent granted/m)
    }
    assert.include(runs[0]?.stdout, "\\u{1b}[38D\\u{1b}[K")
    assert.strictEqual(JSON.parse(runs[5]?.stdout ?? "").title, `Trap ${hostile}`)
  })

  it("are safe in errors: ids and specs as typed", () => {
    const world = makeWorld()
    const spec = `./${hostile.replaceAll("\n", "")}`
    for (const args of [
      ["capability", "show", hostile],
      ["capability", "install", spec],
      [hostile],
      ["capability", "list", `--${hostile}`]
    ]) {
      const { code, stderr } = gsd(world, args)
      assert.notStrictEqual(code, 0)
      assert.notMatch(stderr, acts)
    }
  })
})

describe("stdout", () => {
  it("may be closed early: quiet, exit 0", () => {
    const world = makeWorld()
    installed(world, publish(world, "v1"))
    for (const words of ["capability show hello-hooks", "capability list", "--help", "--version"]) {
      const command = `{ "$NODE" "$GSD" ${words}; echo "code $?" >&2; } | true`
      const { stderr } = shell(world, command)
      assert.strictEqual(stderr, "code 0\n", words)
    }
  })

  it("closed early never breaks a transaction", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const { stderr } = shell(
      world,
      `{ "$NODE" "$GSD" capability install ${folder} --yes --json 2>/dev/null; echo "code $?" >&2; } | true`
    )
    assert.strictEqual(stderr, "code 0\n")
    assert.match(gsd(world, ["capability", "list"]).stdout, / active /)
  })

  it.skipIf(!existsSync("/dev/full"))("that cannot be written is a failure, and told", () => {
    const world = makeWorld()
    for (const args of ["capability list", "--version", "--version --json", "--help"]) {
      const { code, stderr } = shell(world, `"$NODE" "$GSD" ${args} > /dev/full`)
      assert.strictEqual(code, 1, args)
      assert.include(stderr, "could not be written", args)
    }
  })
})

describe("colour", () => {
  const world = makeWorld()
  const folder = publish(world, "v1")
  const plan = (env: Readonly<Record<string, string>>) =>
    gsd(world, ["capability", "plan", folder], { env }).stdout

  it("is for terminals, and where FORCE_COLOR says so", () => {
    assert.notMatch(plan({}), acts)
    assert.include(plan({ FORCE_COLOR: "1" }), "\u001b[1m")
    assert.notMatch(plan({ FORCE_COLOR: "0" }), acts)
    assert.notMatch(plan({ NO_COLOR: "1" }), acts)
  })

  it("is never in JSON", () => {
    const { stdout } = gsd(world, ["capability", "plan", folder, "--json"], { env: { FORCE_COLOR: "1" } })
    assert.notMatch(stdout, acts)
  })
})

describe("defects", () => {
  const die = (...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, [join(repository, "test/cli/fixtures/die.ts"), ...args], { encoding: "utf8" })

  it("are one message with exit 70, a stack only with --log-level debug", () => {
    const { status, stderr, stdout } = die()
    assert.deepStrictEqual({ status, stdout }, { status: 70, stdout: "" })
    assert.match(stderr, /^gsd failed in a way it should not: Error: oh no\n\nhint: [^\n]+\n$/)
    assert.match(die("--log-level", "debug").stderr, /\n\s+at /)
  })

  it("are one JSON document with --json", () => {
    const { status, stderr, stdout } = die("--json")
    assert.deepStrictEqual({ status, stderr }, { status: 70, stderr: "" })
    const { error } = JSON.parse(stdout)
    assert.deepStrictEqual([error._tag, error.exitCode], ["Defect", 70])
  })
})
