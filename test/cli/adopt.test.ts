import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { gate, gateEntries, publicInstallation, publicLedgerText } from "../support/publicSystem.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, shot, type World } from "./support/world.ts"

afterAll(removeRooms)

const adopt = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["capability", "adopt", ...args])

const file = ".claude/settings.json"

/** A home in which the public system has a capability, wired, and an entry that leads elsewhere. */
const installed = () => {
  const world = makeWorld()
  const { PreToolUse, SessionStart, acme } = gateEntries(world.home)
  const settings = join(world.home, file)
  const acmeGate = { id: "acme-gate", source: "npm:@acme/gate@^1", files: gate(), settings: [file] }
  const astray = { id: "astray", source: "./astray", files: {}, entry: { files: ["../../\u001b[31metc"] } }
  const own = '{\n  // mine\n  "apiKey": "sk-4711"'
  const marked = JSON.stringify({
    hooks: { PreToolUse: [PreToolUse], SessionStart: [SessionStart] },
    mcpServers: { acme }
  })
  const files = {
    ...publicInstallation(world.home, [acmeGate, astray]),
    [settings]: `${own}, ${marked.slice(1, -1)}\n}\n`
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: 0o600 })
  }
  return {
    world,
    settings,
    own: `${own}\n}\n`,
    ledger: join(world.home, ".gsd-capabilities.json"),
    left: publicLedgerText([astray])
  }
}

describe("gsd capability adopt", () => {
  it("lists, tries, refuses without a yes, and takes over, as text", () => {
    const { left, ledger, own, settings, world } = installed()
    expect(shot(world, adopt(world))).toMatchSnapshot("list")
    expect(shot(world, adopt(world, "--all", "--dry-run"))).toMatchSnapshot("dry run")
    assert.strictEqual(adopt(world, "acme-gate").code, 3)
    expect(shot(world, adopt(world, "acme-gate", "--yes"))).toMatchSnapshot("adopt")
    assert.strictEqual(readFileSync(ledger, "utf8"), left)
    assert.strictEqual(gsd(world, ["capability", "remove", "acme-gate"]).code, 0)
    assert.strictEqual(readFileSync(settings, "utf8"), own)
    assert.isFalse(existsSync(join(world.home, ".gsd/capabilities/acme-gate")))
  })

  it("is one JSON document, and its code that of the first that failed", () => {
    const { world } = installed()
    const { code, stderr, stdout } = adopt(world, "--all", "--yes", "--json")
    assert.strictEqual(code, 4)
    assert.notInclude(stdout, "\u001b")
    const { complete, ledger, results, scope } = JSON.parse(stdout)
    assert.deepStrictEqual(
      [complete, scope, ledger],
      [false, "global", join(world.home, ".gsd-capabilities.json")]
    )
    assert.deepStrictEqual(
      results.map((row: { id: string; status: string }) => [row.id, row.status]),
      [
        ["acme-gate", "adopted"],
        ["astray", "failed"]
      ]
    )
    assert.notInclude(stderr, "Error")
  })

  it("takes ids or all, not both", () => {
    const { code, stderr } = adopt(makeWorld(), "one", "--all")
    assert.strictEqual(code, 2)
    assert.include(stderr, "exclude each other")
  })
})
