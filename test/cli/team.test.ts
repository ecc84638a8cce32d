import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, publish, type World } from "./support/world.ts"

afterAll(removeRooms)

const cap = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["capability", ...args])

const json = (world: World, ...args: ReadonlyArray<string>) => {
  const ran = cap(world, ...args, "--json")
  return { code: ran.code, value: JSON.parse(ran.stdout) as Record<string, unknown> }
}

/** A project with one capability installed in it. */
const project = (): World => {
  const world = makeWorld()
  mkdirSync(join(world.work, ".git"))
  const folder = publish(world, "v1")
  assert.strictEqual(cap(world, "install", folder, "--scope", "project", "--yes").code, 0)
  return world
}

/** The same work folder, and a home in which nothing was ever done. */
const elsewhere = (world: World): World => {
  const home = join(world.root, "other")
  mkdirSync(home, { mode: 0o700 })
  return { ...world, home }
}

const lockOf = (world: World) => join(world.work, ".gsd/capabilities.lock.json")

describe("lock, sync and install --frozen", () => {
  it("bring a second machine in after a yes, with a result per capability and its exit code", () => {
    const world = project()
    assert.strictEqual(cap(world, "lock", "--check").code, 0)
    const other = elsewhere(world)
    assert.deepInclude(json(other, "lock", "--check"), { code: 4 })
    const asked = json(other, "sync")
    assert.strictEqual(asked.code, 3)
    assert.deepInclude(asked.value, { complete: false })
    const brought = cap(other, "sync", "--yes")
    assert.strictEqual(brought.code, 0)
    assert.match(brought.stdout, /^Installed hello-hooks/u)
    assert.match(cap(other, "install", "--frozen").stdout, /^Unchanged hello-hooks/u)
    assert.strictEqual(cap(other, "lock", "--check").code, 0)
  })

  it("refuse what does not agree, naming it", () => {
    const world = project()
    const before = readFileSync(lockOf(world), "utf8")
    appendFileSync(join(world.work, ".gsd/capabilities/hello-hooks/hooks/greet.sh"), "echo more\n")
    const other = elsewhere(world)
    const frozen = json(other, "install", "--frozen", "--yes")
    assert.strictEqual(frozen.code, 4)
    assert.deepInclude(frozen.value["error"], { _tag: "LockDrift" })
    assert.strictEqual(cap(other, "install", "--frozen", "npm:hello-hooks", "--yes").code, 4)
    const checked = cap(other, "lock", "--check")
    assert.strictEqual(checked.code, 4)
    assert.match(checked.stdout, /its vendored files are/u)
    assert.strictEqual(readFileSync(lockOf(world), "utf8"), before)
  })

  it("say what is missing on the command line", () => {
    const world = makeWorld()
    const bare = cap(world, "install")
    assert.strictEqual(bare.code, 2)
    assert.match(bare.stderr, /The argument `SPEC` is missing/u)
    assert.strictEqual(cap(world, "install", "--frozen", "--dry-run").code, 2)
    // No project is here.
    assert.strictEqual(cap(world, "lock").code, 2)
    assert.strictEqual(cap(world, "sync").code, 2)
  })
})

describe("pack, export, import and log", () => {
  it("pack a folder, install it elsewhere by its digest, and tell when it differs", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const packed = json(world, "pack", folder)
    assert.deepInclude(packed.value, { status: "packed", id: "hello-hooks", differences: [] })
    const archive = String(packed.value["path"])
    assert.strictEqual(cap(world, "pack", folder, "--check", archive).code, 0)
    const digest = String(packed.value["sha512"])
    assert.strictEqual(cap(world, "install", archive, "--yes", "--integrity", digest).code, 0)
    writeFileSync(join(folder, "more.md"), "more\n")
    const differs = cap(world, "pack", folder, "--check", archive)
    assert.strictEqual(differs.code, 7)
    assert.match(differs.stdout, /not in the archive: more\.md/u)
    rmSync(join(folder, "capability.json"))
    assert.strictEqual(cap(world, "pack", folder).code, 4)
    assert.strictEqual(cap(world, "pack", folder, "--check", archive, "--out", "x.tgz").code, 2)
  })

  it("carry a capability to another home, and look back at what was done", () => {
    const world = makeWorld()
    assert.strictEqual(cap(world, "install", publish(world, "v1"), "--yes").code, 0)
    assert.strictEqual(cap(world, "export", "hello-hooks", "--out", "carried.tgz").code, 0)
    assert.strictEqual(cap(world, "export", "nobody", "--out", "x.tgz").code, 6)
    const other = elsewhere(world)
    assert.strictEqual(cap(other, "import", "carried.tgz").code, 3)
    assert.strictEqual(cap(other, "import", "carried.tgz", "--yes").code, 0)
    assert.match(cap(other, "list").stdout, /hello-hooks.*active/u)
    const log = cap(other, "log", "--verify")
    assert.strictEqual(log.code, 0)
    assert.match(log.stdout, /install +hello-hooks 1\.0\.0/u)
    assert.match(log.stdout, /it cannot show a log that somebody wrote anew/u)
    const path = join(other.home, ".gsd/audit.jsonl")
    writeFileSync(path, readFileSync(path, "utf8").replace('"op":"install"', '"op":"remove"'))
    const damaged = cap(other, "log", "--verify")
    assert.strictEqual(damaged.code, 7)
    assert.match(damaged.stdout, /Line 2 does not follow from line 1/u)
    assert.strictEqual(cap(other, "log").code, 0)
  })
})
