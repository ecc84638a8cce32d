import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import { installEndpoint, put, putPlan, reviewed } from "../../cli/support/lanes.ts"
import { gsd, makeWorld, shot, start, type RunOptions, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const projectFile = ".planning/config.json"

const makeProject = (files: Readonly<Record<string, string>> = {}): World => {
  const world = makeWorld()
  mkdirSync(join(world.work, ".git"))
  put(world, files)
  return world
}

const config = (world: World, args: ReadonlyArray<string>, options?: RunOptions) =>
  gsd(world, ["config", ...args], options)

const contentOf = (world: World, path: string): string => readFileSync(join(world.work, path), "utf8")

/** Text of a run that went well. */
const told = (world: World, ...args: ReadonlyArray<string>): string => {
  const ran = config(world, args)
  assert.strictEqual(ran.code, 0, ran.stderr)
  return ran.stdout.trim()
}

const errorOf = (world: World, args: ReadonlyArray<string>, options?: RunOptions) => {
  const ran = config(world, [...args, "--json"], options)
  assert.strictEqual(ran.stdout.split("\n").length, 2, ran.stdout)
  const { error } = JSON.parse(ran.stdout)
  return [error._tag, ran.code]
}

describe("gsd config", () => {
  it("sets, gets, explains and unsets a key, as text and as JSON", () => {
    const world = makeProject({
      [projectFile]: '{\r\n  // ours\r\n  "git": {"base_branch": "main"},\r\n}\r\n'
    })
    const before = contentOf(world, projectFile)
    expect(shot(world, config(world, ["set", "workflow.ui_review", "false"]))).toMatchSnapshot("set")
    expect(shot(world, config(world, ["set", "workflow.ui_review", "true", "--user"]))).toMatchSnapshot(
      "set --user"
    )
    expect(contentOf(world, projectFile)).toMatchSnapshot("file")
    assert.strictEqual(told(world, "get", "workflow.ui_review"), "false")
    assert.deepStrictEqual(JSON.parse(told(world, "get", "workflow.ui_review", "--json")), {
      key: "workflow.ui_review",
      value: false,
      origin: "project",
      file: join(world.work, projectFile)
    })
    const explained = ["explain", "workflow.ui_review", "--set", "workflow.ui_review=true"]
    expect(shot(world, config(world, explained))).toMatchSnapshot("explain")
    assert.strictEqual(told(world, "get", "git.base_branch"), "main")
    expect(shot(world, config(world, ["unset", "workflow.ui_review"]))).toMatchSnapshot("unset")
    assert.strictEqual(contentOf(world, projectFile), before)
    const values = JSON.parse(told(world, "get", "--json"))
    assert.deepInclude(values, {
      key: "workflow.ui_review",
      value: true,
      origin: "user",
      file: join(world.home, ".gsd/config.json")
    })
    assert.strictEqual(statSync(join(world.home, ".gsd/config.json")).mode & 0o777, 0o600)
  })

  it("reads a workstream's by flag, variable and file", () => {
    const world = makeProject()
    told(world, "set", "git.base_branch", "pay", "--workstream", "pay")
    told(world, "set", "git.base_branch", "ship", "--ws", "ship")
    const get = ["get", "git.base_branch"]
    assert.strictEqual(told(world, ...get, "--ws", "pay"), "pay")
    put(world, { ".planning/active-workstream": "pay\n" })
    assert.strictEqual(told(world, ...get), "pay")
    assert.strictEqual(config(world, get, { env: { GSD_WORKSTREAM: "ship" } }).stdout, "ship\n")
  })

  it("fails with a code for each kind of refusal", () => {
    const world = makeProject()
    assert.deepStrictEqual(errorOf(world, ["get", "workflow.ui_reviev"]), ["ConfigKeyUnknown", 6])
    assert.deepStrictEqual(errorOf(world, ["set", "features.__proto__", "1"]), ["ConfigKeyRefused", 2])
    assert.deepStrictEqual(errorOf(world, ["set", "review.timeouts.codex", "0"]), ["ConfigValueRefused", 2])
    assert.deepStrictEqual(errorOf(world, ["get", "mode", "--ws", "../x"]), ["WorkstreamRefused", 4])
    const both = ["set", "mode", "x", "--user", "--ws", "pay"]
    assert.deepStrictEqual(errorOf(world, both), ["InvocationInvalid", 2])
    put(world, { [projectFile]: "{ broken" })
    assert.deepStrictEqual(errorOf(world, ["set", "mode", "x"]), ["PolicyUnreadable", 4])
    assert.strictEqual(contentOf(world, projectFile), "{ broken")
  })

  it("follows no link to a configuration", () => {
    const world = makeProject({ "kept/config.json": "{}" })
    symlinkSync(join(world.work, "kept"), join(world.work, ".planning"))
    assert.deepStrictEqual(errorOf(world, ["set", "mode", "x"]), ["PolicyUnreadable", 4])
    assert.strictEqual(contentOf(world, "kept/config.json"), "{}")
  })

  it("loses no value of several that are set at once", async () => {
    const world = makeProject()
    const keys = ["features.a", "features.b", "features.c"]
    const runs = keys.map((key) => start(world, ["config", "set", key, "true"]).ended)
    for (const { code, stderr } of await Promise.all(runs)) assert.strictEqual(code, 0, stderr)
    assert.deepStrictEqual(Object.keys(JSON.parse(contentOf(world, projectFile)).features).toSorted(), [
      "a",
      "b",
      "c"
    ])
  })
})

describe("gsd capability set", () => {
  it("sets keys of the capability, all or none, and switches it", () => {
    const world = makeProject()
    const set = (...args: ReadonlyArray<string>) => gsd(world, ["capability", "set", "ui", ...args])
    assert.strictEqual(set("--gate", "workflow.ui_phase=false", "--gate", "workflow.ui_review=no").code, 2)
    assert.strictEqual(set("--gate", "workflow.security_enforcement=false").code, 6)
    assert.strictEqual(set().code, 2)
    assert.strictEqual(set("--gate", "workflow.ui_phase=false", "--disable").code, 0)
    assert.deepStrictEqual(JSON.parse(contentOf(world, projectFile)), { workflow: { ui_phase: false } })
    assert.strictEqual(config(world, ["get", "workflow.ui_phase"]).code, 6)
    assert.strictEqual(set("--enable").code, 0)
    assert.strictEqual(told(world, "get", "workflow.ui_phase"), "false")
  })
})

describe("egress", () => {
  it("is disclosed and refused by the merged configuration, the user's and the workstream's included", () => {
    const world = makeProject()
    putPlan(world)
    mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
    const user = join(world.home, ".gsd/config.json")
    writeFileSync(user, '{"review.near_host":"http://127.0.0.1:9"}', { mode: 0o600 })
    installEndpoint(world, "near")
    const reasonOf = () => reviewed(world, ["--near"]).document.lanes[0]?.reason
    assert.notStrictEqual(reasonOf(), "host-changed")
    const [record] = JSON.parse(gsd(world, ["capability", "trust", "list", "--json"]).stdout)
    assert.include(JSON.stringify(record), "http://127.0.0.1:9")
    put(world, {
      ".planning/active-workstream": "pay",
      ".planning/workstreams/pay/config.json": '{"review":{"near_host":"http://127.0.0.1:8"}}'
    })
    assert.strictEqual(reasonOf(), "host-changed")
    put(world, { ".planning/active-workstream": "", [projectFile]: '{"review":{"near_host":7}}' })
    const { document } = reviewed(world, ["--near"])
    assert.notStrictEqual(document.lanes[0]?.reason, "host-changed")
    assert.isTrue(document.warnings.some((one) => one.includes("`7`") && one.includes(projectFile)))
  })
})
