import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { manifestOf } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { digestOf, gsd, makeWorld, start, tree, write, type World } from "./support/world.ts"

afterAll(removeRooms)

type Members = Parameters<typeof manifestOf>[0]

const cap = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["capability", ...args])

/** Writes a capability that needs consent: its only power is a server. */
const make = (world: World, id: string, members: Members = {}): string => {
  const mcpServers = { [id]: { command: `${id}-server` } }
  const manifest = manifestOf({ id, skills: [], hooks: [], mcpServers, ...members })
  return write(world, id, { "capability.json": JSON.stringify(manifest) })
}

const installed = (world: World, id: string, members: Members = {}): void => {
  const ran = cap(world, "install", make(world, id, members), "--yes")
  assert.strictEqual(ran.code, 0, ran.stderr)
}

const json = (text: string) => JSON.parse(text)

const rows = (world: World): ReadonlyArray<string> =>
  json(cap(world, "list", "--json").stdout).map(
    (row: { id: string; version: string }) => `${row.id} ${row.version}`
  )

describe("remove --cascade", () => {
  it("is what a required capability needs to go (4), and says what went", () => {
    const world = makeWorld()
    installed(world, "base")
    installed(world, "top", { requires: ["base"] })
    const refused = cap(world, "remove", "base", "--json")
    assert.strictEqual(refused.code, 4)
    assert.deepStrictEqual(json(refused.stdout).error.details.dependants, ["top"])
    const planned = cap(world, "remove", "base", "--cascade", "--dry-run")
    assert.strictEqual(planned.stdout, "Planned base 1.0.0 (nothing was changed)\n  with top 1.0.0\n")
    const removed = cap(world, "remove", "base", "--cascade")
    assert.strictEqual(removed.stdout, "Removed base 1.0.0 (generation 1, global scope)\n  with top 1.0.0\n")
    assert.deepStrictEqual(rows(world), [])
    assert.deepStrictEqual(
      tree(world).filter((path) => /\/store\/.|\/capabilities\/./u.test(path)),
      []
    )
  })
})

describe("update --all", () => {
  const released = (): World => {
    const world = makeWorld()
    for (const id of ["one", "two", "three"]) installed(world, id)
    cap(world, "pin", "three")
    const mcpServers = { more: { command: "more-server" } }
    for (const id of ["one", "two", "three"]) make(world, id, { version: "1.1.0", mcpServers })
    return world
  }

  it("U45: asks nobody without a terminal, whatever stdin says, and exits 3 with each digest", async () => {
    const world = released()
    const { child, ended } = start(world, ["capability", "update", "--all", "--json"])
    const open = await ended
    child.stdin.end()
    const piped = gsd(world, ["capability", "update", "--all", "--json"], { input: "Y\nY\nY\n" })
    for (const ran of [open, piped]) {
      assert.strictEqual(ran.code, 3)
      assert.strictEqual(ran.stderr, "")
      assert.deepStrictEqual(
        json(ran.stdout).results.map((one: { id: string; status: string }) => `${one.id} ${one.status}`),
        ["one consent-required", "three pinned", "two consent-required"]
      )
      assert.strictEqual(json(ran.stdout).results[0].consentDigest, digestOf(world, join(world.work, "one")))
    }
    assert.deepStrictEqual(rows(world), ["one 1.0.0", "three 1.0.0", "two 1.0.0"])
  })

  it("takes one digest for each", () => {
    const world = released()
    const [one, two] = ["one", "two"].map((id) => digestOf(world, join(world.work, id)))
    const half = cap(world, "update", "--all", "--consent", one ?? "")
    assert.strictEqual(half.code, 3)
    assert.match(half.stdout, /^one 1\.0\.0 -> 1\.1\.0: upgraded$/mu)
    assert.match(half.stdout, /^two 1\.0\.0: consent-required$/mu)
    const whole = cap(world, "update", "--all", "--consent", one ?? "", "--consent", two ?? "")
    assert.strictEqual(whole.code, 0)
    assert.deepStrictEqual(rows(world), ["one 1.1.0", "three 1.0.0", "two 1.1.0"])
  })

  it("exits 1 when one failed, whatever became of the others, and 0 with --yes else", () => {
    const world = released()
    rmSync(join(world.work, "one"), { recursive: true })
    const failed = cap(world, "update", "--all", "--yes")
    assert.strictEqual(failed.code, 1)
    assert.match(failed.stdout, /^one 1\.0\.0: failed\n {2}The source .*one` does not exist$/mu)
    assert.match(failed.stdout, /^two 1\.0\.0 -> 1\.1\.0: upgraded$/mu)
    make(world, "one")
    assert.strictEqual(cap(world, "update", "--all").code, 0)
  })

  it("is not mixed with an id, nor with --auto (2)", () => {
    const world = makeWorld()
    for (const args of [
      ["--all", "one"],
      ["--all", "--auto"],
      ["--auto", "--yes"],
      [],
      ["--all", "--wire", "x"]
    ])
      assert.strictEqual(cap(world, "update", ...args).code, 2, args.join(" "))
  })
})

describe("update --auto", () => {
  it("says that it is off, and upgrades where the project switches it on what needs no new yes (0)", () => {
    const world = makeWorld()
    installed(world, "quiet")
    installed(world, "loud")
    make(world, "quiet", { version: "1.1.0" })
    make(world, "loud", { version: "1.1.0", mcpServers: { more: { command: "more-server" } } })
    const off = cap(world, "update", "--auto")
    assert.strictEqual(off.code, 0)
    assert.match(off.stdout, /`capabilities\.auto_update` is off/u)
    assert.deepStrictEqual(rows(world), ["loud 1.0.0", "quiet 1.0.0"])
    mkdirSync(join(world.work, ".planning"))
    const config = JSON.stringify({ capabilities: { auto_update: true } })
    writeFileSync(join(world.work, ".planning/config.json"), config)
    mkdirSync(join(world.work, ".git"))
    const on = cap(world, "update", "--auto")
    assert.strictEqual(on.code, 0, on.stderr)
    assert.match(on.stdout, /^loud 1\.0\.0: consent-required$/mu)
    assert.match(on.stdout, /^quiet 1\.0\.0 -> 1\.1\.0: upgraded$/mu)
    assert.match(on.stdout, /1 left: what needs a new yes is never upgraded by itself/u)
    assert.deepStrictEqual(rows(world), ["loud 1.0.0", "quiet 1.1.0"])
  })
})

describe("what is kept", () => {
  it("is pinned, listed by history, told by outdated, and collected by gc", () => {
    const world = makeWorld()
    installed(world, "one")
    make(world, "one", { version: "1.1.0" })
    assert.strictEqual(cap(world, "update", "one", "--yes").code, 0)
    const { generations } = json(cap(world, "history", "one", "--json").stdout)
    assert.deepStrictEqual(
      generations.map((row: { generation: number; active: boolean; bytes: string; consent: string }) =>
        [row.generation, row.active, row.consent, row.bytes].join(" ")
      ),
      ["1 false stands ok", "2 true stands ok"]
    )
    assert.match(cap(world, "history", "one").stdout, /^2 \* +1\.1\.0 .*stands +ok$/mu)
    assert.match(cap(world, "outdated").stdout, /^one +1\.1\.0 +1\.1\.0 +current +local$/mu)
    assert.match(cap(world, "pin", "one").stdout, /^Pinned one 1\.1\.0/u)
    assert.match(cap(world, "show", "one").stdout, /^ {2}pinned +at 1\.1\.0$/mu)
    assert.strictEqual(cap(world, "update", "one").code, 4)
    assert.match(cap(world, "outdated").stdout, /^one +1\.1\.0 +- +pinned +local\n {2}pinned at 1\.1\.0/mu)
    assert.match(cap(world, "unpin", "one").stdout, /^Unpinned one/u)
    writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ generations: 1 }))
    assert.match(cap(world, "gc", "--dry-run").stdout, /generation {2}one 1 \(1\.0\.0\)/u)
    assert.deepStrictEqual(json(cap(world, "gc", "--json").stdout).generations, [
      { id: "one", generation: 1, version: "1.0.0" }
    ])
    assert.strictEqual(cap(world, "gc").stdout, "Nothing to collect.\n")
    assert.strictEqual(cap(world, "rollback", "one").code, 6)
  })
})
