import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import { project, put, resolve, resolver } from "../../cli/support/tasks.ts"
import { gsd, installed, repository } from "../../cli/support/world.ts"

afterAll(removeRooms)

const all = ["task", "resolve-content", "--plan", "PLAN.md", "--all"]

describe("the example resolver", () => {
  it("is shown before the consent, then reads what a task is about, and its paths stay in the project", () => {
    const world = project("file:GSD-42", "file:gone")
    const folder = join(world.work, "file-tracker")
    cpSync(join(repository, "examples/capabilities/file-tracker"), folder, { recursive: true })
    const disclosed = gsd(world, ["capability", "plan", folder])
    assert.match(
      disclosed.stdout,
      /Task resolvers\n\s+file\n\s+runs\s+its own file `bin\/file-tracker\.mjs` once per task/u
    )
    assert.strictEqual(installed(world, folder).code, 0)
    mkdirSync(join(world.root, "secret"))
    symlinkSync(join(world.root, "secret"), join(world.work, "out"))
    put(world, {
      ".planning/tracker/GSD-42.json": JSON.stringify({
        what: "Show the board",
        check: "npm test",
        accept: ["each column has a heading"],
        read: ["src/board.ts", "../secret", "out/key", join(world.work, "docs/a.md"), "\u001b[2Jx/../.."]
      })
    })
    const { answer, code } = resolve(world, "file:GSD-42")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(answer.content, {
      action: "Show the board",
      verify: "npm test",
      acceptanceCriteria: ["each column has a heading"],
      readFirst: [".planning/tracker/GSD-42.json", "src/board.ts", "docs/a.md"],
      done: null
    })
    assert.strictEqual(answer.warnings.length, 3)
    const text = gsd(world, all)
    assert.strictEqual(text.code, 1)
    assert.match(text.stdout, /resolved file:GSD-42 \(file-tracker\)\naction\n {2}Show the board\n/u)
    assert.match(text.stdout, /failed file:gone: .*There is no \.planning\/tracker\/gone\.json/u)
    assert.notInclude(text.stdout, "\u001b")
  })
})

/** Tells what it was given, or does what its id says. */
const script = `
const id = process.argv[3]
require("node:fs").appendFileSync("asked", id + "\\n")
const say = (value) => process.stdout.write(JSON.stringify(value))
const does = {
  fails: () => { console.error("x".repeat(5000) + "no such task"); process.exit(3) },
  dies: () => process.kill(process.pid, "SIGKILL"),
  talks: () => process.stdout.write("x".repeat(1024 * 1024 + 1)),
  text: () => console.log("done"),
  list: () => say([]),
  wrong: () => say({ description: "x", done: true }),
  nothing: () => say({}),
  late: () => setTimeout(() => say({ description: "late" }), 300)
}
const seen = () => ({
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  input: require("node:fs").readFileSync(0, "utf8"),
  session: process.env.CLAUDECODE ?? "none",
  options: process.env.NODE_OPTIONS ?? "none",
  token: process.env.TRACKER_TOKEN
})
;(does[id] ?? (() => say({ description: JSON.stringify(seen()) })))()
`

const hostile = ` --x:"a" $(touch hacked) {{id}} > c * \\`

describe("all tasks of a plan", () => {
  it("are resolved in its order, each id once, and no failure hides another", () => {
    const names = ["late", "fails", "dies", "talks", "text", "list", "wrong", "nothing", hostile, "late"]
    const world = project(...names.map((name) => `owl:${name}`))
    assert.strictEqual(installed(world, resolver(world, script)).code, 0)
    const env = { CLAUDECODE: "1", NODE_OPTIONS: "--no-warnings", TRACKER_TOKEN: "t0ken" }
    const ran = gsd(world, [...all, "--json"], { env })
    assert.strictEqual(ran.code, 1)
    const { tasks } = JSON.parse(ran.stdout)
    const rows: ReadonlyArray<ReadonlyArray<unknown>> = tasks.map(
      (one: {
        readonly trackerId: string
        readonly line: number
        readonly reason?: string
        readonly error?: { readonly _tag: string; readonly details: Readonly<Record<string, unknown>> }
      }) => {
        const { code, member, problem, signal } = one.error?.details ?? {}
        return [
          one.trackerId.slice("owl:".length),
          one.line,
          one.error?._tag ?? one.reason ?? "resolved",
          code ?? signal ?? problem ?? "",
          member ?? ""
        ]
      }
    )
    assert.deepStrictEqual(rows, [
      ["late", 1, "resolved", "", ""],
      ["fails", 5, "ResolverFailed", 3, ""],
      ["dies", 9, "ResolverFailed", "SIGKILL", ""],
      ["talks", 13, "ResolverOutputTooLarge", "", ""],
      ["text", 17, "ResolverOutputInvalid", "not-json", ""],
      ["list", 21, "ResolverOutputInvalid", "not-an-object", ""],
      ["wrong", 25, "ResolverOutputInvalid", "wrong-type", "done"],
      ["nothing", 29, "empty", "", ""],
      [hostile, 33, "resolved", "", ""],
      ["late", 37, "resolved", "", ""]
    ])
    assert.match(tasks[1].error.details.stderr, /^x+no such task\n$/u)
    assert.isAtMost(tasks[1].error.details.stderr.length, 2000)
    assert.deepStrictEqual(JSON.parse(tasks[8].content.action), {
      argv: ["task", hostile],
      cwd: world.work,
      input: "",
      session: "none",
      options: "none",
      token: "t0ken"
    })
    assert.isFalse(existsSync(join(world.work, "hacked")))
    const asked = readFileSync(join(world.work, "asked"), "utf8").trimEnd().split("\n")
    assert.deepStrictEqual(asked.toSorted(), [...new Set(names)].toSorted())
  })

  it("or one of them has to be asked for, and not both", () => {
    const world = project("owl:1")
    const plan = ["task", "resolve-content", "--plan", "PLAN.md"]
    assert.strictEqual(gsd(world, plan).code, 2)
    assert.strictEqual(gsd(world, [...plan, "--all", "--tracker-id", "owl:1"]).code, 2)
  })
})
