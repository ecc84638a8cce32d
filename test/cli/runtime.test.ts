import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import type { RuntimeRow } from "../../src/domain/runtime/row.ts"
import { removeRooms } from "../support/rooms.ts"
import { runtimeManifest } from "../support/runtimes.ts"
import { gsd, installed, makeWorld, tree, write } from "./support/world.ts"

afterAll(removeRooms)

describe("gsd runtime", () => {
  it("lists every runtime, as text and as one document, and writes nothing", () => {
    const world = makeWorld()
    mkdirSync(join(world.home, ".codex"))
    const before = tree(world)
    const { code, stderr, stdout } = gsd(world, ["runtime", "list", "--json"], { env: { HERMES_HOME: "h" } })
    assert.deepStrictEqual([code, stderr], [0, ""])
    const rows: ReadonlyArray<RuntimeRow> = JSON.parse(stdout)
    assert.strictEqual(rows.length, 19)
    assert.deepStrictEqual(
      rows.find(({ id }) => id === "codex"),
      {
        id: "codex",
        title: "OpenAI Codex CLI",
        supportTier: 1,
        home: join(world.home, ".codex"),
        exists: true,
        reason: "taken when nothing else is",
        others: [],
        configFormat: "toml",
        hooksSurface: "codex-hooks-json",
        origin: "first-party"
      }
    )
    const text = gsd(world, ["runtime", "list"], { env: { HERMES_HOME: "h" } }).stdout
    assert.match(text, /^codex +OpenAI Codex CLI +1 +yes +toml +codex-hooks-json +first-party$/mu)
    assert.include(text, `\n  ${world.home}/.codex\n`)
    assert.match(text, /^hermes .*\n {2}none: `HERMES_HOME` does not say where/mu)
    assert.deepStrictEqual(tree(world), before)
  })

  it("prints a home alone, of another's runtime too", () => {
    const world = makeWorld()
    assert.strictEqual(gsd(world, ["runtime", "home", "claude"]).stdout, `${world.home}/.claude\n`)
    const skills = gsd(world, ["runtime", "home", "kilo", "--skills"], { env: { KILO_CONFIG_DIR: "/srv/k" } })
    assert.strictEqual(skills.stdout, `${world.home}/.kilo/skills\n`)
    mkdirSync(join(world.work, ".planning"))
    const local = gsd(world, ["runtime", "home", "copilot", "--scope", "project"])
    assert.strictEqual(local.stdout, `${world.work}/.github\n`)
    const folder = write(world, "acme", { "capability.json": JSON.stringify(runtimeManifest("acme")) })
    assert.strictEqual(installed(world, folder).code, 0)
    const { stdout } = gsd(world, ["runtime", "home", "acme", "--json"], { env: { ACME_HOME: "~/x y" } })
    assert.deepStrictEqual(JSON.parse(stdout), {
      runtime: "acme",
      scope: "global",
      path: `${world.home}/x y`,
      exists: false,
      reason: "`ACME_HOME` names it",
      matched: { rule: "variable", variable: "ACME_HOME" },
      tried: [{ path: `${world.home}/x y`, why: "`ACME_HOME` names it", exists: false }],
      others: []
    })
  })

  it("prints nothing in place of a path", () => {
    const world = makeWorld()
    const { code, stderr, stdout } = gsd(world, ["runtime", "home", "codex"], {
      env: { CODEX_HOME: "/x\n/y" }
    })
    assert.deepStrictEqual([code, stdout], [4, ""])
    assert.match(
      stderr,
      /^`CODEX_HOME` does not say where `codex` lives: it holds a control character\n\nhint: /u
    )
  })

  it.each([
    [["home", "claude-code"], 6, "RuntimeUnknown"],
    [["home", "vscode"], 6, "RuntimeHomeless"],
    [["home", "codex"], 4, "RuntimeHomeRefused"],
    [["home", "codex", "--scope", "project"], 2, "NoProject"]
  ] as const)("%j ends with %i", (argv, code, tag) => {
    const world = makeWorld()
    const env = { CODEX_HOME: "/srv/../x" }
    const ran = gsd(world, ["runtime", ...argv, "--json"], { env })
    assert.strictEqual(ran.code, code)
    assert.strictEqual(JSON.parse(ran.stdout).error._tag, tag)
  })
})
