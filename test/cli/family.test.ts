import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { acmeManifest, layMember } from "../support/familyMembers.ts"
import { layRealMember, realNames } from "../support/familyReal.ts"
import { removeRooms } from "../support/rooms.ts"
import { program, withLanes } from "./support/lanes.ts"
import { gsd, makeWorld, type World } from "./support/world.ts"

afterAll(removeRooms)

const skill = (world: World, name: string): string => join(world.home, ".claude/skills", name)

/** A world where the family is installed. */
const makeFamily = (names: ReadonlyArray<string> = realNames): World => {
  const world = makeWorld()
  for (const name of names) layRealMember(skill(world, name), name)
  return world
}

const asked = (world: World, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  gsd(world, ["family", ...args], { env })

describe("gsd family detect", () => {
  it("says what is installed, and as JSON the same", () => {
    const world = makeFamily()
    const shown = asked(world, ["detect"])
    assert.deepInclude(shown, { code: 0, stderr: "" })
    assert.match(shown.stdout, /codex-cli-bridge +3\.5\.0 +installed, current\n/u)
    assert.match(shown.stdout, /^5 places: 5 installed; 5 versions were compared, none of them behind$/mu)
    const { members } = JSON.parse(asked(world, ["detect", "--json"]).stdout)
    assert.deepStrictEqual(
      members.map(({ name, state }: { name: string; state: string }) => [name, state]),
      realNames.map((name) => [name, "installed"])
    )
  })

  it("ends with 6 and 4 when the file of versions is missing or none", () => {
    const world = makeFamily([])
    assert.strictEqual(asked(world, ["detect", "--latest", "nowhere.json"]).code, 6)
    writeFileSync(join(world.work, "latest.json"), "[]")
    assert.strictEqual(asked(world, ["detect", "--latest", "latest.json"]).code, 4)
  })
})

describe("gsd family modes", () => {
  it("shows one bridge, and ends with 6 and a suggestion for another name", () => {
    const world = makeFamily()
    const shown = asked(world, ["modes", "codex-cli-bridge"])
    assert.strictEqual(shown.code, 0)
    assert.match(shown.stdout, /^codex-cli-bridge 3\.5\.0 \(installed\)\n/u)
    assert.notInclude(shown.stdout, "agy-review")
    const slip = asked(world, ["modes", "codex-cli-brigde"])
    assert.deepInclude(slip, { code: 6, stdout: "" })
    assert.include(slip.stderr, "Did you mean `codex-cli-bridge`?")
    const other = JSON.parse(asked(world, ["modes", "agent-workflow-kit", "--json"]).stdout)
    assert.deepInclude(other.error, { _tag: "MemberUnknown", exitCode: 6 })
  })

  it("says why a known bridge is not there", () => {
    const world = makeFamily([])
    layMember(skill(world, "codex-cli-bridge"), acmeManifest({ schema: 2 }))
    assert.match(
      asked(world, ["modes", "codex-cli-bridge"]).stderr,
      /`codex-cli-bridge` is not installed: .* is unsupported/u
    )
    assert.match(asked(world, ["modes", "antigravity-cli-bridge"]).stderr, /does not hold it/u)
  })

  it("states that a bridge predates the catalog, and what was left out", () => {
    const world = makeFamily([])
    layMember(skill(world, "acme"), acmeManifest())
    layMember(skill(world, "bad"), acmeManifest({ name: "bad", kind: "nothing" }))
    const shown = asked(world, ["modes"])
    assert.strictEqual(shown.code, 0)
    assert.strictEqual(
      shown.stdout,
      "acme-bridge 1.2.3 (third-party)\n  no catalog: this bridge predates it\n"
    )
    assert.match(shown.stderr, /warning: `bad` in `.*` is invalid and left out/u)
  })
})

describe("gsd family procedures", () => {
  it("shows the contracts of a role, and knows no other words", () => {
    const world = makeFamily()
    const { procedures } = JSON.parse(asked(world, ["procedures", "review", "--json"]).stdout)
    assert.deepStrictEqual(
      procedures.map(({ command }: { command: string }) => command),
      ["codex-review", "agy-review"]
    )
    assert.match(asked(world, ["procedures", "probe"]).stdout, /probe by agy-run\n(?:.*\n)* {4}no contract/u)
    assert.match(asked(world, ["procedures", "synthesize"]).stdout, /^No installed member has such a role/u)
    assert.strictEqual(asked(world, ["procedures", "reviews"]).code, 2)
  })
})

describe("gsd family hosts and dirs", () => {
  it("print the facts of gsd where nothing is installed, in every form", () => {
    const world = makeFamily([])
    const hosts = asked(world, ["hosts"])
    assert.deepInclude(hosts, { code: 0, stderr: "" })
    assert.match(hosts.stdout, /^chatgpt\.com +codex-cli-bridge \(bundled\)$/mu)
    const { hosts: listed } = JSON.parse(asked(world, ["hosts", "--format", "json"]).stdout)
    assert.strictEqual(
      asked(world, ["hosts", "--json"]).stdout,
      asked(world, ["hosts", "--format", "json"]).stdout
    )
    const { sandbox } = JSON.parse(asked(world, ["hosts", "--format", "snippet"]).stdout)
    assert.deepStrictEqual(
      sandbox.network.allowedDomains,
      listed.map(({ host }: { host: string }) => host)
    )
    assert.strictEqual(asked(world, ["hosts", "--format", "yaml"]).code, 2)
  })

  it("let no value of the environment break out of its line", () => {
    const world = makeFamily()
    const state = 'a"b\nallowWrite = ["/"]\u001b[2J'
    const env = { CODEX_HOME: state }
    const directory = join(world.work, "shop", state)
    const args = ["dirs", "--cwd", "shop"]
    assert.strictEqual(asked(world, args, env).stdout.split("\n").length, 3)
    const toml = asked(world, [...args, "--format", "toml"], env).stdout
    assert.strictEqual(toml.split("\n").length, 6)
    assert.include(toml, String.raw`a\"b\u000aallowWrite = [\"/\"]\u001b[2J", # codex-cli-bridge`)
    const { sandbox } = JSON.parse(asked(world, [...args, "--format", "snippet"], env).stdout)
    assert.deepStrictEqual(sandbox.filesystem.allowWrite, [directory, "~/.gemini/antigravity-cli"])
    const { dirs } = JSON.parse(asked(world, [...args, "--json"], env).stdout)
    assert.deepInclude(dirs[0], { directory })
    assert.deepInclude(dirs[0].sources[0], { member: "codex-cli-bridge", variable: "CODEX_HOME" })
  })

  it("state what is broken on stderr, count the facts of gsd for it, and end with 0", () => {
    const world = makeFamily(["antigravity-cli-bridge"])
    mkdirSync(skill(world, "codex-cli-bridge"), { recursive: true })
    writeFileSync(join(skill(world, "codex-cli-bridge"), "capability.json"), "{")
    const shown = asked(world, ["hosts", "--json"])
    assert.strictEqual(shown.code, 0)
    assert.match(
      shown.stderr,
      /`codex-cli-bridge` in `.*` is invalid, so the facts that gsd brings along count/u
    )
    const { hosts, skipped } = JSON.parse(shown.stdout)
    assert.deepInclude(hosts[0], { host: "chatgpt.com" })
    assert.strictEqual(hosts[0].sources[0].trust, "bundled")
    assert.deepInclude(skipped[0], { name: "codex-cli-bridge", state: "invalid" })
  })
})

describe("gsd family lane", () => {
  it("ends with 4 for a bridge that is no lane, with 6 for none, and says why", () => {
    const world = makeFamily()
    layMember(skill(world, "acme"), acmeManifest())
    const without = asked(world, ["lane", "acme-bridge"])
    assert.deepInclude(without, { code: 4, stdout: "" })
    assert.include(without.stderr, "its `review` has no contract")
    assert.include(asked(world, ["lane", "agent-workflow-engine"]).stderr, "it provides no `review`")
    const { error } = JSON.parse(asked(world, ["lane", "nobody", "--json"]).stdout)
    assert.deepInclude(error, { _tag: "MemberUnknown", exitCode: 6 })
  })

  it("is one document with --json, of a member that is named", () => {
    const world = makeFamily([])
    layRealMember(join(world.work, "bridges/codex"), "codex-cli-bridge")
    const made = asked(world, ["lane", "codex-cli-bridge", "--member", "bridges/codex", "--json"])
    assert.strictEqual(JSON.parse(made.stdout).id, "codex-cli-bridge")
  })
})

describe("gsd family", () => {
  it("starts no program that it finds", () => {
    const world = makeFamily()
    const ran = join(world.root, "ran")
    for (const name of ["codex", "agy", "codex-exec", "codex-review", "agy-review", "agy-run"])
      program(world, name, `touch ${ran}`)
    const path = withLanes(world).env?.["PATH"] ?? delimiter
    for (const verb of [
      ["detect"],
      ["modes"],
      ["procedures"],
      ["hosts"],
      ["dirs"],
      ["lane", "codex-cli-bridge"]
    ])
      assert.strictEqual(asked(world, verb, { PATH: path }).code, 0)
    assert.throws(() => rmSync(ran))
  })
})
