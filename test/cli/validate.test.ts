import { readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { manifestOf } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, publish, shot, tree, write, type World } from "./support/world.ts"

afterAll(removeRooms)

interface Reported {
  readonly path: string
  readonly id: string
  readonly verdict: string
  readonly problems: ReadonlyArray<{
    readonly rule: string
    readonly pointer: string
    readonly line?: number
    readonly column?: number
  }>
}

const text = (members: Parameters<typeof manifestOf>[0] = {}): string =>
  JSON.stringify(manifestOf({ hooks: [], ...members }), null, 2)

const whole = { "skills/hk-s/SKILL.md": "---\nname: hk-s\ndescription: Says hello\n---\nHello.\n" }

const validated = (world: World, ...paths: ReadonlyArray<string>) => {
  const { code, stdout } = gsd(world, ["capability", "validate", "--json", ...paths])
  return { code, reports: JSON.parse(stdout) as ReadonlyArray<Reported> }
}

const rulesOf = ({ problems }: Reported) => problems.map(({ rule }) => rule)

describe("validate", () => {
  it("has one report per path, in order, and ends with 4 when one is invalid", () => {
    const world = makeWorld()
    publish(world, "v1")
    write(world, "hk-cap", { "capability.json": text({ title: 5 }), ...whole })
    write(world, "other", { "capability.json": text({ id: "other", future: 1 }), ...whole })
    const { code, reports } = validated(world, "./hello-hooks", "./hk-cap", "other/capability.json", "./none")
    assert.strictEqual(code, 4)
    assert.deepStrictEqual(
      reports.map(({ id, path, verdict }) => [path, id, verdict]),
      [
        ["./hello-hooks", "hello-hooks", "valid"],
        ["./hk-cap", "hk-cap", "invalid"],
        ["other/capability.json", "other", "valid"],
        ["./none", "", "invalid"]
      ]
    )
    assert.deepStrictEqual(
      reports[1]?.problems.map(({ line, pointer }) => [pointer, line]),
      [["/title", 5]]
    )
    assert.deepStrictEqual(validated(world, "./hello-hooks").code, 0)
  })

  it("tells a person the place, the rule and what to do", () => {
    const world = makeWorld()
    write(world, "hk-cap", { "capability.json": text({ tier: "ful", title: "" }), ...whole })
    expect(shot(world, gsd(world, ["capability", "validate", "hk-cap"]))).toMatchSnapshot()
  })

  it("looks at the files that a folder's manifest names, and not at those of a manifest alone", () => {
    const world = makeWorld()
    const hooks = [{ event: "Stop", script: "hooks/gone.sh" }]
    write(world, "hk-cap", { "capability.json": text({ hooks }), ...whole })
    const { reports } = validated(world, "hk-cap", "hk-cap/capability.json")
    assert.deepStrictEqual(reports.map(rulesOf), [["files.missing"], []])
  })

  it("warns about a hook that never runs, and so do plan and install", () => {
    const world = makeWorld()
    const hooks = [
      { event: "Stop", script: "hooks/a.sh" },
      { event: "SesionStart", script: "hooks/b.js" },
      { event: "Whatever", script: "hooks/b.js" }
    ]
    write(world, "hk-cap", {
      "capability.json": text({ hooks }),
      ...whole,
      "hooks/a.sh": "echo\n",
      "hooks/b.js": "1\n"
    })
    const { code, reports } = validated(world, "hk-cap")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(reports.map(rulesOf), [["hooks.event", "files.hook-start"]])
    const planned = gsd(world, ["capability", "plan", "./hk-cap"])
    const installed = gsd(world, ["capability", "install", "./hk-cap", "--yes"])
    assert.strictEqual(installed.code, 0)
    for (const said of [planned.stdout, installed.stderr + installed.stdout]) {
      assert.include(said, "`hooks/a.sh` cannot be started")
      assert.include(said, "No runtime knows the event `SesionStart`")
    }
  })

  it("names what keeps a manifest from being read, each as a problem", () => {
    const world = makeWorld()
    write(world, "no-json", { "capability.json": "{" })
    write(world, "latin", { "capability.json": Uint8Array.of(0x7b, 0xff, 0x7d) })
    write(world, "linked", { "capability.json": text({ id: "linked" }), ...whole })
    symlinkSync("/etc/hostname", join(world.work, "linked/extra"))
    write(world, "empty", { "readme.txt": "x" })
    symlinkSync("/etc/hostname", join(world.work, "empty/extra"))
    assert.deepStrictEqual(validated(world, "").reports.map(rulesOf), [["manifest.missing"]])
    write(world, "big", { "capability.json": " ".repeat(9 * 1024 * 1024) })
    const { code, reports } = validated(world, "no-json", "latin", "linked", "empty", "big")
    assert.strictEqual(code, 4)
    assert.deepStrictEqual(reports.map(rulesOf), [
      ["manifest.json"],
      ["manifest.json"],
      ["bundle.link"],
      ["manifest.missing"],
      ["manifest.unreadable"]
    ])
  })

  it("says at which line and column bytes are no JSON, when there is such a place", () => {
    const world = makeWorld()
    write(world, "comma", { "capability.json": '\ufeff{\r\n  "id": "😀",,\r\n}' })
    write(world, "twice", { "capability.json": '{\n "id": "a",\n "id": "b"\n}' })
    write(world, "latin", { "capability.json": Uint8Array.of(0x7b, 0xff, 0x7d) })
    const { reports } = validated(world, "comma", "twice", "latin")
    assert.deepStrictEqual(
      reports.map(({ problems }) => [problems[0]?.line, problems[0]?.column]),
      [
        [2, 14],
        [3, 2],
        [undefined, undefined]
      ]
    )
  })

  it("takes no archive, and does not advise one", () => {
    const world = makeWorld()
    write(world, "made", { "a.tgz": "x" })
    const { stdout } = gsd(world, ["capability", "validate", "made/a.tgz", "none"])
    assert.notInclude(stdout.replaceAll("made/a.tgz", ""), ".tgz")
  })

  it("needs nobody's home and writes nothing", () => {
    const world = makeWorld()
    publish(world, "v1")
    const before = tree(world)
    validated(world, "hello-hooks")
    gsd(world, ["registry", "check", "--overlay", "hello-hooks"])
    assert.deepStrictEqual(tree(world), before)
  })
})

describe("registry check", () => {
  const checked = (world: World, ...args: ReadonlyArray<string>) => {
    const { code, stdout } = gsd(world, ["registry", "check", "--json", ...args])
    return {
      code,
      report: JSON.parse(stdout) as {
        readonly verdict: string
        readonly members: ReadonlyArray<Reported & { readonly origin: string; readonly accepted: boolean }>
      }
    }
  }

  it("judges the built-in set by itself", () => {
    const { code, report } = checked(makeWorld())
    assert.strictEqual(code, 0)
    assert.strictEqual(report.verdict, "valid")
    assert.isTrue(report.members.every((one) => one.accepted && one.origin === "first-party"))
  })

  it("drops the overlay that claims what another one has, and names the rule", () => {
    const world = makeWorld()
    write(world, "one", { "capability.json": text({ id: "one" }), ...whole })
    write(world, "two", { "capability.json": text({ id: "two" }), ...whole })
    const { code, report } = checked(world, "--no-builtin", "--overlay", "one", "--overlay", "two")
    assert.strictEqual(code, 4)
    assert.deepStrictEqual(
      report.members.map((member) => [member.id, member.accepted, rulesOf(member)]),
      [
        ["one", true, []],
        ["two", false, ["set.skill"]]
      ]
    )
    expect(
      shot(world, gsd(world, ["registry", "check", "--no-builtin", "--overlay", "one", "--overlay", "two"]))
    ).toMatchSnapshot()
  })

  it("judges engines by the host version given, and refuses one that is none", () => {
    const world = makeWorld()
    write(world, "hk-cap", { "capability.json": text({ engines: { gsd: ">=2.0.0" } }), ...whole })
    const overlay = ["--no-builtin", "--overlay", "hk-cap"]
    assert.strictEqual(checked(world, ...overlay).code, 0)
    assert.strictEqual(checked(world, ...overlay, "--host-version", "1.9.0").code, 4)
    assert.strictEqual(checked(world, ...overlay, "--host-version", "2.0.0").code, 0)
    assert.strictEqual(gsd(world, ["registry", "check", "--host-version", "two"]).code, 2)
  })

  it("tells bytes that are no JSON once", () => {
    const world = makeWorld()
    write(world, "bad", { "capability.json": readFileSync(import.meta.filename, "utf8") })
    const { report } = checked(world, "--no-builtin", "--overlay", "bad")
    assert.deepStrictEqual(report.members.map(rulesOf), [["manifest.json"]])
  })
})
