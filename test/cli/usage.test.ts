import { afterAll, assert, describe, expect, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, shot, tree } from "./support/world.ts"

afterAll(removeRooms)

const world = makeWorld()

const helped: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ["capability"],
  ["capability", "install"],
  ["capability", "update"],
  ["capability", "rollback"],
  ["capability", "remove"],
  ["capability", "enable"],
  ["capability", "disable"],
  ["capability", "list"],
  ["capability", "show"],
  ["capability", "state"],
  ["capability", "path"],
  ["capability", "verify"],
  ["capability", "plan"],
  ["capability", "validate"],
  ["capability", "set"],
  ["config"],
  ["config", "get"],
  ["config", "explain"],
  ["config", "set"],
  ["config", "unset"],
  ["registry"],
  ["registry", "check"],
  ["registry", "index"],
  ["registry", "add"],
  ["registry", "list"],
  ["registry", "remove"],
  ["registry", "search"],
  ["registry", "info"],
  ["capability", "trust"],
  ["capability", "trust", "list"],
  ["capability", "trust", "show"],
  ["capability", "trust", "revoke"],
  ["review"],
  ["review", "run"],
  ["review", "lanes"],
  ["review", "probe"],
  ["review", "plan"],
  ["review", "history"],
  ["review", "runner"],
  ["review", "runners"],
  ["loop"],
  ["loop", "render"],
  ["loop", "points"],
  ["loop", "contract"],
  ["loop", "graph"],
  ["task"],
  ["task", "resolve-content"],
  ["query"],
  ["runtime"],
  ["runtime", "list"],
  ["runtime", "home"],
  ["runtime", "plan"],
  ["runtime", "apply"],
  ["runtime", "status"],
  ["runtime", "remove"],
  ["family"],
  ["family", "detect"],
  ["family", "modes"],
  ["family", "procedures"],
  ["family", "hosts"],
  ["family", "dirs"],
  ["family", "lane"],
  ["demo"]
]

const wrong: ReadonlyArray<ReadonlyArray<string>> = [
  ["bogus"],
  ["capability", "instal"],
  ["capability", "list", "--jsno"],
  ["capability", "list", "extra"],
  ["capability", "install"],
  ["capability", "install", "a", "b"],
  ["capability", "install", "a", "--consent"],
  ["capability", "install", "a", "--wire"],
  ["capability", "enable"],
  ["capability", "validate"],
  ["registry", "chek"],
  ["registry", "list", "--jsn"],
  ["capability", "list", "--scop", "project"],
  ["review", "01-PLAN.md"],
  ["review", "run", "01-PLAN.md"],
  ["review", "--lanes", "gemini", "plans/01-PLAN.md"],
  ["review", "plan", "01-PLAN.md"],
  ["review", "lanes", "01-PLAN.md"],
  ["capability", "state", "a", "b"],
  ["capability", "rollback", "x", "--to", "two"],
  ["capability", "list", "--scope", "everywhere"],
  ["capability", "list", "--scope", "project"],
  ["loop", "render", "plan:per"],
  ["loop", "graph", "nowhere"],
  ["task", "resolve-content", "--plan", "PLAN.md"],
  ["task", "resolve-content", "--tracker-id", "beads:1"],
  ["query"],
  ["runtime", "apply"],
  ["runtime", "apply", "claude", "--profile", "coer"],
  ["runtime", "plan", "claude", "--profile"],
  ["runtime", "status", "--dry-run"],
  ["family", "procedures", "reviews"],
  ["family", "hosts", "--format", "yaml"],
  ["--version", "bogus"],
  ["--version", "capability", "list"],
  ["capability", "install", "--", "-rf"],
  ["capability", "install", ""],
  ["capability", "list", "--project", "./nowhere"],
  ["--wizard"],
  ["--completions", "tcsh"],
  ["demo", "--root", "x"]
]

describe("help", () => {
  for (const path of helped) {
    it(`of gsd ${path.join(" ")} has an example and fits 80 columns`, () => {
      const { code, stderr, stdout } = gsd(world, [...path, "--help"])
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      const isGroup = ["capability", "capability trust", "registry", "family"].includes(path.join(" "))
      if (!isGroup) assert.match(stdout, /Examples\n {2}\S/)
      const wide = stdout.split("\n").filter((line) => line.length > 80)
      assert.deepStrictEqual(wide, [])
      if (path.length < 3) expect(stdout).toMatchSnapshot()
    })
  }

  it("is what a bare group prints, with exit 0", () => {
    for (const path of [[], ["capability"], ["capability", "trust"]]) {
      const bare = gsd(world, path)
      assert.deepStrictEqual(bare, gsd(world, [...path, "--help"]))
    }
  })

  it("is one JSON document with --json, and a bare group is then an error", () => {
    const help: { readonly help: string } = JSON.parse(gsd(world, ["capability", "--help", "--json"]).stdout)
    assert.match(help.help, /Commands/)
    const bare = gsd(world, ["capability", "--json"])
    assert.strictEqual(bare.code, 2)
    assert.strictEqual(JSON.parse(bare.stdout).error.message, "A command is missing")
  })
})

describe("a wrong command line", () => {
  for (const args of wrong) {
    it(`gsd ${args.join(" ")} ends with 2, a message and a next step, as text and as JSON`, () => {
      const before = tree(world)
      const text = gsd(world, args)
      expect(shot(world, text)).toMatchSnapshot()
      assert.strictEqual(text.code, 2)
      assert.strictEqual(text.stdout, "")
      assert.match(text.stderr, /^[^\n]+\n\nhint: /)
      const end = args.indexOf("--")
      const withJson = end === -1 ? [...args, "--json"] : args.toSpliced(end, 0, "--json")
      const json = gsd(world, withJson)
      assert.strictEqual(json.code, 2)
      const { error } = JSON.parse(json.stdout)
      assert.deepStrictEqual(Object.keys(error), ["_tag", "message", "hints", "exitCode", "details"])
      assert.strictEqual(error.exitCode, 2)
      assert.deepStrictEqual(tree(world), before)
    })
  }
})

describe("--json twice", () => {
  it("is refused, as JSON", () => {
    const { code, stdout } = gsd(world, ["capability", "list", "--json", "--json"])
    assert.strictEqual(code, 2)
    assert.strictEqual(JSON.parse(stdout).error.message, "`--json` is given more than once")
  })
})

describe("--completions", () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    it(`prints a script for ${shell}`, () => {
      const { code, stdout } = gsd(world, ["--completions", shell])
      assert.strictEqual(code, 0)
      assert.match(stdout, /capability/)
      assert.match(stdout, /rollback/)
    })
  }
})

describe("--version", () => {
  it("prints the version, and with --json the contract version too", () => {
    const alone = gsd(world, ["--version"]).stdout
    assert.match(alone, /^\d+\.\d+\.\d+\n$/)
    const both = gsd(world, ["--json", "--version"]).stdout
    assert.deepStrictEqual(JSON.parse(both), { version: alone.trim(), gsdApiVersion: "1.14.0" })
    // The same through effect/cli, which the extra flag asks for.
    assert.strictEqual(gsd(world, ["--version", "--log-level", "error"]).stdout, alone)
    assert.strictEqual(gsd(world, ["--version", "--json", "--log-level", "error"]).stdout, both)
  })
})
