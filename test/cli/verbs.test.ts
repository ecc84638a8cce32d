import { appendFileSync, chmodSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import {
  digestOf,
  gsd,
  installed,
  makeWorld,
  publish,
  settled,
  shot,
  tree,
  type World
} from "./support/world.ts"

afterAll(removeRooms)

const cap = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["capability", ...args])

const tamper = (world: World) => {
  const file = join(cap(world, "path", "hello-hooks").stdout.trim(), "hooks/greet.sh")
  chmodSync(file, 0o600)
  appendFileSync(file, "echo more\n")
}

/** An upgraded capability: generation 2 active, 1 kept. */
const upgraded = (): World => {
  const world = makeWorld()
  installed(world, publish(world, "v1"))
  installed(world, publish(world, "v2"))
  return world
}

describe("the verbs", () => {
  it("install, list, show, update, roll back and remove as text", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const first = digestOf(world, folder)
    expect(shot(world, cap(world, "plan", "./hello-hooks"))).toMatchSnapshot("plan")
    expect(shot(world, cap(world, "install", folder, "--consent", first))).toMatchSnapshot("install")
    expect(shot(world, cap(world, "install", folder))).toMatchSnapshot("install again")
    expect(shot(world, cap(world, "list"))).toMatchSnapshot("list")
    expect(shot(world, cap(world, "show", "hello-hooks"))).toMatchSnapshot("show")
    publish(world, "v2")
    const second = digestOf(world, folder)
    expect(shot(world, cap(world, "update", "hello-hooks", "--dry-run"))).toMatchSnapshot("dry run")
    expect(shot(world, cap(world, "update", "hello-hooks", "--consent", second))).toMatchSnapshot("update")
    expect(shot(world, cap(world, "trust", "list"))).toMatchSnapshot("trust list")
    expect(shot(world, cap(world, "rollback", "hello-hooks"))).toMatchSnapshot("rollback")
    // A seal is written once its files are two seconds old.
    const lasting = tree(world).filter((path) => !path.includes("/cache/seals/"))
    expect(settled(world, lasting.join("\n"))).toMatchSnapshot("tree")
    expect(shot(world, cap(world, "remove", "hello-hooks"))).toMatchSnapshot("remove")
    expect(shot(world, cap(world, "list"))).toMatchSnapshot("empty list")
  })

  it("leave neither entry, bundle, record nor open transaction behind", () => {
    const world = upgraded()
    assert.strictEqual(cap(world, "remove", "hello-hooks").code, 0)
    const left = tree(world)
    assert.deepStrictEqual(
      left.filter((path) => /^\.gsd\/(store|tx|staging|capabilities)\/./.test(path)),
      []
    )
    const ledger = JSON.parse(readFileSync(join(world.home, ".gsd/ledger.json"), "utf8"))
    assert.deepStrictEqual(ledger.entries, {})
    assert.deepStrictEqual(JSON.parse(cap(world, "trust", "list", "--json").stdout), [])
  })

  it("print exactly one JSON document each", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const digest = digestOf(world, folder)
    const one = (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = cap(world, ...args, "--json")
      assert.strictEqual(stderr, "", args.join(" "))
      assert.match(stdout, /^[^\n]+\n$/)
      const value: unknown = JSON.parse(stdout)
      expect({ code, value: JSON.parse(settled(world, JSON.stringify(value))) }).toMatchSnapshot(
        settled(world, args.join(" "))
      )
    }
    one("plan", folder)
    one("install", folder, "--dry-run")
    one("install", folder, "--consent", digest)
    one("list")
    one("show", "hello-hooks")
    one("path", "hello-hooks")
    one("verify")
    one("trust", "list")
    one("trust", "show", "hello-hooks")
    publish(world, "v2")
    one("update", "hello-hooks")
    one("update", "hello-hooks", "--consent", digestOf(world, folder))
    one("rollback", "hello-hooks", "--dry-run")
    one("rollback", "hello-hooks", "--to", "1")
    one("trust", "revoke", "hello-hooks")
    one("remove", "hello-hooks")
    one("remove", "hello-hooks")
  })

  it("name a tampered file in verify (exit 7) and list, and refuse to go back to it", () => {
    const world = upgraded()
    tamper(world)
    expect(shot(world, cap(world, "verify"))).toMatchSnapshot("verify")
    expect(shot(world, cap(world, "list"))).toMatchSnapshot("list")
    assert.strictEqual(cap(world, "rollback", "hello-hooks").code, 0)
    expect(shot(world, cap(world, "rollback", "hello-hooks", "--to", "2"))).toMatchSnapshot("back again")
    assert.strictEqual(cap(world, "verify").code, 0)
  })

  it("take consent back and ask for it again", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    assert.strictEqual(cap(world, "trust", "revoke", "hello-hooks").code, 0)
    assert.match(cap(world, "list").stdout, /inactive[^]*consent was revoked/)
    assert.strictEqual(cap(world, "install", folder).code, 3)
    assert.strictEqual(installed(world, folder).code, 0)
    assert.match(cap(world, "list").stdout, / active /)
  })

  it("work in the root that --root or GSD_HOME names", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const digest = digestOf(world, folder)
    const root = join(world.root, "elsewhere")
    assert.strictEqual(cap(world, "install", folder, "--consent", digest, "--root", root).code, 0)
    assert.match(cap(world, "list", "--root", root).stdout, /hello-hooks/)
    assert.match(gsd(world, ["cap", "ls"], { env: { GSD_HOME: root } }).stdout, /hello-hooks/)
    assert.notMatch(cap(world, "list").stdout, /hello-hooks/)
  })
})
