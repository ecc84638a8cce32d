import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, publish, settled, shot, type World } from "./support/world.ts"

afterAll(removeRooms)

const cap = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["capability", ...args])

const original = `{
  // of another program
  "apiKey": "sk-4711",
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": "date" }] }]
  },
  "seed": 1.0
}
`

/** A world with a settings file and the example's first version. */
const prepared = () => {
  const world = makeWorld()
  const settings = join(world.home, "settings.json")
  writeFileSync(settings, original, { mode: 0o600 })
  return { world, settings, folder: publish(world, "v1") }
}

const one = (world: World, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = cap(world, ...args, "--json")
  assert.strictEqual(stderr, "", args.join(" "))
  assert.match(stdout, /^[^\n]+\n$/)
  return { code, value: JSON.parse(stdout) }
}

/** What the server that a settings file names answers, started as a host starts it: outside of the bundle. */
const answersOf = (world: World, settings: string): ReadonlyArray<string> => {
  const file = readFileSync(settings, "utf8").replace(/^ *\/\/.*$/mu, "")
  const server: { readonly command: string; readonly args?: ReadonlyArray<string> } =
    JSON.parse(file).mcpServers["hello-notes"]
  const input = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
  const ran = spawnSync(server.command, server.args ?? [], { cwd: world.work, input, encoding: "utf8" })
  assert.deepInclude(ran, { status: 0, stderr: "" })
  return JSON.parse(ran.stdout).result.tools.map(({ name }: { readonly name: string }) => name)
}

describe("--wire", () => {
  it("is shown before, and done, kept by an update, and undone by remove, as text", () => {
    const { folder, settings, world } = prepared()
    expect(shot(world, cap(world, "plan", folder, "--wire", settings))).toMatchSnapshot("plan")
    expect(shot(world, cap(world, "install", folder, "--wire", settings, "--dry-run"))).toMatchSnapshot(
      "dry run"
    )
    assert.strictEqual(readFileSync(settings, "utf8"), original)
    expect(shot(world, cap(world, "install", folder, "--wire", settings, "--yes"))).toMatchSnapshot("install")
    expect(shot(world, cap(world, "list"))).toMatchSnapshot("list")
    assert.match(cap(world, "show", "hello-hooks").stdout, /Settings files\n[^\n]+\n {4}hook {2}present/)
    publish(world, "v2")
    const { notices, previousVersion } = one(world, "plan", folder).value
    assert.deepStrictEqual([previousVersion, notices.length], ["1.0.0", 3])
    expect(shot(world, cap(world, "update", "hello-hooks", "--dry-run"))).toMatchSnapshot("update, dry run")
    expect(shot(world, cap(world, "update", "hello-hooks", "--yes"))).toMatchSnapshot("update")
    assert.deepStrictEqual(answersOf(world, settings), ["search_notes"])
    assert.strictEqual(cap(world, "remove", "hello-hooks").code, 0)
    assert.strictEqual(readFileSync(settings, "utf8"), original)
  })

  it("is one JSON document each, with entries and edits, and no value of the file", () => {
    const { folder, settings, world } = prepared()
    const plan = one(world, "plan", folder, "--wire", settings)
    const { edits, wiring } = plan.value
    assert.deepStrictEqual(wiring, [
      { file: settings, pointer: "/hooks/SessionStart/1", kind: "hook", state: "planned" }
    ])
    assert.lengthOf(edits, 1)
    assert.strictEqual(edits[0].file, settings)
    expect(settled(world, edits[0].diff)).toMatchSnapshot("diff")
    const dry = one(world, "install", folder, "--wire", settings, "--dry-run")
    assert.deepStrictEqual(dry.value.edits, edits)
    assert.notInclude(JSON.stringify([plan, dry]), "4711")
    const done = one(world, "install", folder, "--wire", settings, "--consent", plan.value.consentDigest)
    assert.deepStrictEqual(done.value.wired, [{ ...wiring[0], state: "present" }])
    assert.notProperty(done.value, "edits")
    assert.deepStrictEqual(one(world, "list").value[0].wired, done.value.wired)
    assert.deepStrictEqual(one(world, "install", folder, "--dry-run").value.edits, [])
  })

  it("may be given again, and has another name; a second file joins the first", () => {
    const { folder, settings, world } = prepared()
    const other = join(world.home, "other.json")
    const { value } = one(world, "plan", folder, "--wire", settings, "--shared-file", other)
    assert.deepStrictEqual(
      value.wiring.map((wired: { readonly file: string }) => wired.file),
      [other, settings]
    )
    assert.strictEqual(cap(world, "install", folder, "--wire", settings, "--yes").code, 0)
    assert.strictEqual(cap(world, "update", "hello-hooks", "--wire=./here.json").code, 0)
    const files = one(world, "state", "hello-hooks").value[0].wire
    assert.deepStrictEqual(files, [settings, join(world.work, "here.json")])
    assert.strictEqual(cap(world, "remove", "hello-hooks").code, 0)
  })

  it("stands in the question, before the consent", () => {
    const { folder, settings, world } = prepared()
    const { code, stderr } = cap(world, "install", folder, "--wire", settings)
    assert.strictEqual(code, 3)
    assert.match(
      stderr,
      /Settings files\n {2}[^\n]+settings\.json\n {4}hook {2}planned +\/hooks\/SessionStart\/1/
    )
  })

  it("of a manifest with errors is left out of the plan, and no path of it is followed", () => {
    const { folder, settings, world } = prepared()
    const manifest = join(folder, "capability.json")
    const text = readFileSync(manifest, "utf8")
    for (const script of ["hooks/missing.sh", "../../../../../home/settings.json", "/etc/hostname"]) {
      writeFileSync(manifest, text.replace("hooks/greet.sh", script))
      const { code, value } = one(world, "plan", folder, "--wire", settings)
      assert.deepStrictEqual([code, value.error._tag], [4, "ManifestInvalid"], script)
      assert.deepStrictEqual([value.error.details.plan.wiring, value.error.details.plan.edits], [[], []])
    }
  })

  it("of a file that cannot be edited is refused before anything is asked (4), with a next step", () => {
    const { folder, settings, world } = prepared()
    writeFileSync(settings, "{ not json")
    for (const file of [settings, world.home, join(world.home, "missing/settings.json")]) {
      const { code, stderr, stdout } = cap(world, "install", folder, "--wire", file, "--yes")
      assert.deepStrictEqual({ code, stdout }, { code: 4, stdout: "" }, file)
      assert.match(stderr, /^`[^\n]+\n\nhint: /)
      const json = one(world, "plan", folder, "--wire", file)
      assert.strictEqual(json.code, 4)
      assert.strictEqual(json.value.error.exitCode, 4)
    }
    assert.strictEqual(readFileSync(settings, "utf8"), "{ not json")
  })
})

describe("enable, disable and state", () => {
  it("say what they did and what decides, as text", () => {
    const { folder, settings, world } = prepared()
    assert.strictEqual(cap(world, "state").stdout, "No capability is installed.\n")
    cap(world, "install", folder, "--wire", settings, "--yes")
    expect(shot(world, cap(world, "state"))).toMatchSnapshot("state")
    expect(shot(world, cap(world, "disable", "hello-hooks"))).toMatchSnapshot("disable")
    assert.strictEqual(readFileSync(settings, "utf8"), original)
    expect(shot(world, cap(world, "disable", "hello-hooks"))).toMatchSnapshot("disable again")
    expect(shot(world, cap(world, "state", "hello-hooks"))).toMatchSnapshot("state, disabled")
    assert.match(cap(world, "list").stdout, / inactive /)
    expect(shot(world, cap(world, "enable", "hello-hooks"))).toMatchSnapshot("enable")
    assert.include(readFileSync(settings, "utf8"), "greet.sh")
  })

  it("are one JSON document each", () => {
    const { folder, settings, world } = prepared()
    cap(world, "install", folder, "--wire", settings, "--yes")
    assert.deepInclude(one(world, "disable", "hello-hooks"), { code: 0 })
    assert.deepInclude(one(world, "state").value[0], {
      id: "hello-hooks",
      installed: true,
      enabled: false,
      active: false,
      wire: [settings]
    })
    const enabled = one(world, "enable", "hello-hooks").value
    assert.deepInclude(enabled, { status: "enabled", id: "hello-hooks" })
    assert.lengthOf(enabled.wired, 1)
  })

  it("of what is not installed end with 6", () => {
    const { world } = prepared()
    for (const verb of ["enable", "disable", "state"]) {
      assert.match(
        cap(world, verb, "hello-hook").stderr,
        /^No capability `hello-hook` is installed[^]*hint: /
      )
      const { code, value } = one(world, verb, "hello-hook")
      assert.deepStrictEqual([code, value.error._tag], [6, "NotInstalled"])
    }
  })
})
