import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { hasTerminals, onTerminal } from "./support/terminal.ts"
import { digestOf, gsd, installed, makeWorld, publish, start, tree, type World } from "./support/world.ts"

afterAll(removeRooms)

const recorded = (world: World): ReadonlyArray<string> =>
  tree(world).filter((path) => /^\.gsd\/(ledger|consent|store\/.|staging\/.|tx\/.)/.test(path))

const records = (world: World): ReadonlyArray<{ readonly how: string; readonly by: string }> =>
  JSON.parse(gsd(world, ["capability", "trust", "list", "--json"]).stdout)

const policy = (world: World, fromAgents: string) => {
  mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ consent: { fromAgents } }))
}

describe("consent without a terminal", () => {
  it("U45: is required (3): stdin at its end, and a piped Y is not read", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    for (const input of ["", "Y\nY\n"]) {
      const { code, stderr, stdout } = gsd(world, ["capability", "install", folder], { input })
      assert.deepStrictEqual({ code, stdout }, { code: 3, stdout: "" })
      assert.include(stderr, `--consent ${digestOf(world, folder)}`)
      assert.notInclude(stderr, "[y/N]")
    }
    assert.deepStrictEqual(recorded(world), [])
  })

  it("U45: is required (3) under a pipe that nobody closes", async () => {
    const world = makeWorld()
    const { child, ended } = start(world, ["capability", "install", publish(world, "v1")])
    const { code } = await ended
    child.stdin.end()
    assert.strictEqual(code, 3)
    assert.deepStrictEqual(recorded(world), [])
  })

  it("U45: as JSON names the flag with the digest, and prints nothing else", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const { code, stderr, stdout } = gsd(world, ["capability", "install", folder, "--json"])
    assert.deepStrictEqual({ code, stderr }, { code: 3, stderr: "" })
    const { error } = JSON.parse(stdout)
    assert.strictEqual(error._tag, "ConsentRequired")
    assert.strictEqual(error.details.digest, digestOf(world, folder))
    assert.include(error.hints.join("\n"), `--consent ${error.details.digest}`)
  })

  it("--yes grants what is printed in that run, also beside --json", () => {
    for (const extra of [[], ["--json"]]) {
      const world = makeWorld()
      const ran = gsd(world, ["capability", "install", publish(world, "v1"), "--yes", ...extra])
      assert.strictEqual(ran.code, 0)
      assert.match(ran.stderr, /Hooks\n {2}SessionStart/)
      assert.deepInclude(records(world)[0] ?? {}, { how: "yes", by: "ci" })
    }
  })

  it("--consent with another digest names the members that differ", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const before = digestOf(world, folder)
    publish(world, "v2")
    const { code, stdout } = gsd(world, ["capability", "install", folder, "--consent", before, "--json"])
    assert.strictEqual(code, 3)
    const { error } = JSON.parse(stdout)
    assert.strictEqual(error._tag, "ConsentMismatch")
    assert.deepStrictEqual(error.details.differing, ["contentHash", "powers.mcpServers", "version"])
    assert.deepStrictEqual(recorded(world), [])
  })

  it("--consent with a digest that nobody knows is refused without a guess", () => {
    const world = makeWorld()
    const digest = `sha512-${"A".repeat(86)}==`
    for (const given of [digest, "yes", ""]) {
      const { code, stderr } = gsd(world, [
        "capability",
        "install",
        publish(world, "v1"),
        `--consent=${given}`
      ])
      assert.strictEqual(code, given === "" ? code : 3)
      assert.notStrictEqual(code, 0)
      assert.isNotEmpty(stderr)
    }
    assert.deepStrictEqual(recorded(world), [])
  })

  it("is carried over an update that changes documentation only", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    writeFileSync(join(folder, "README.md"), "only prose\n")
    const { code } = gsd(world, ["capability", "update", "hello-hooks"])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      records(world).map((one) => one.how),
      ["digest", "carried"]
    )
  })
})

describe("consent by an agent", () => {
  const agent = { CLAUDECODE: "1" }

  it("is recorded as an agent's", () => {
    const world = makeWorld()
    const args = ["capability", "install", publish(world, "v1"), "--yes"]
    assert.strictEqual(gsd(world, args, { env: agent }).code, 0)
    assert.strictEqual(records(world)[0]?.by, "agent")
  })

  it("is refused by `deny`, and by `digest` without one; the user's policy decides", () => {
    for (const [fromAgents, byDigest] of [
      ["deny", 3],
      ["digest", 0]
    ] as const) {
      const world = makeWorld()
      policy(world, fromAgents)
      const folder = publish(world, "v1")
      const yes = gsd(world, ["capability", "install", folder, "--yes", "--json"], { env: agent })
      assert.strictEqual(yes.code, 3)
      assert.strictEqual(JSON.parse(yes.stdout).error._tag, "AgentConsentDenied")
      const args = ["capability", "install", folder, "--consent", digestOf(world, folder)]
      assert.strictEqual(gsd(world, args, { env: agent }).code, byDigest)
    }
  })
})

describe.skipIf(!hasTerminals)("consent at a terminal (python3's pty; skipped where there is none)", () => {
  it("asks, shows the disclosure, and takes only y or yes as a yes", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    for (const answer of ["\\n", "n\\n", "Yes please\\n", "\\x04"]) {
      const { code, seen } = onTerminal(world, ["capability", "install", folder], answer)
      assert.strictEqual(code, 3, `${answer}: ${seen}`)
      assert.match(seen, /was declined; nothing was changed/)
    }
    assert.deepStrictEqual(recorded(world), [])
    const { code, seen } = onTerminal(world, ["capability", "install", folder], "y\\n")
    assert.strictEqual(code, 0, seen)
    assert.match(seen, /SessionStart[^]*\[y\/N\][^]*Installed/)
    assert.deepInclude(records(world)[0] ?? {}, { how: "prompt", by: "tty" })
  })

  it("ends with 130 and nothing changed on Ctrl-C", () => {
    const world = makeWorld()
    const { code, seen } = onTerminal(world, ["capability", "install", publish(world, "v1")], "\\x03")
    assert.strictEqual(code, 130, seen)
    assert.deepStrictEqual(recorded(world), [])
  })

  it("is not asked for with --json, and coloured only where nobody forbids it", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const json = onTerminal(world, ["capability", "install", folder, "--json"], "y\\n")
    assert.strictEqual(json.code, 3)
    assert.notInclude(json.seen, "[y/N]")
    assert.include(onTerminal(world, ["capability", "plan", folder], "").seen, "\u001b[1m")
  })
})
