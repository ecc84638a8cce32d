import { assert, describe, it } from "@effect/vitest"
import { parse } from "smol-toml"
import type { JsonValue } from "../../../../src/domain/json/value.ts"
import type { Places } from "../../../../src/domain/projection/places.ts"
import { serversOf } from "../../../../src/domain/projection/surface/servers.ts"
import { changed, inProject, named, offerOf, placesOf, shipped } from "./build.ts"

const local: JsonValue = { command: "/store/bin/s", args: ["-x", "a b"], env: { "A.B": 'q"\\' } }
const remote: JsonValue = { type: "http", url: "https://host.example/mcp", headers: { "X-Key": "1" } }

const server = (name: string, config: JsonValue) => ({ kind: "server" as const, name, config })

const ask = (places: Places, config: JsonValue, name = "tools", texts = new Map<string, string>()) =>
  serversOf(places, offerOf("guard", { servers: [server(name, config)] }), texts)

const written = (places: Places, config: JsonValue, name = "tools"): unknown => {
  const { entries, withheld } = ask(places, config, name)
  const [entry] = entries[0]?.entries ?? []
  if (entry === undefined) return withheld[0]?.reason
  if (entry.kind === "block") return parse(entry.text)
  if (entry.kind === "server") return entry.config
  return entry.kind === "member" ? entry.value : entry
}

const files: ReadonlyArray<readonly [id: string, global: string | null, local: string | null]> = [
  ["claude", "/home/ada/.claude.json", "/projects/app/.mcp.json"],
  ["codex", "/home/ada/.codex/config.toml", "/projects/app/.codex/config.toml"],
  ["opencode", "/home/ada/.config/opencode/opencode.json", "/projects/app/.opencode/opencode.json"],
  ["antigravity", "/home/ada/.gemini/antigravity/mcp_config.json", "/projects/app/.agents/mcp_config.json"],
  ["cursor", "/home/ada/.cursor/mcp.json", "/projects/app/.cursor/mcp.json"],
  ["copilot", "/home/ada/.copilot/mcp-config.json", null],
  ["augment", "/home/ada/.augment/settings.json", "/projects/app/.augment/settings.json"],
  ["codebuddy", "/home/ada/.codebuddy/settings.json", "/projects/app/.codebuddy/settings.json"],
  ["hermes", "/home/ada/.hermes/settings.json", "/projects/app/.hermes/settings.json"],
  ["qwen", "/home/ada/.qwen/settings.json", "/projects/app/.qwen/settings.json"]
]

describe("serversOf", () => {
  it.each(files)("finds the file of %s", (id, global, project) => {
    const pathIn = (scope?: Places["scope"]) =>
      ask(placesOf(named(id), scope), local).entries[0]?.path ?? null
    assert.strictEqual(pathIn(), global)
    assert.strictEqual(pathIn(inProject), project)
  })

  it("says where a host asks before it starts one of a project", () => {
    const told = shipped.filter(({ id }) => {
      assert.deepStrictEqual(ask(placesOf(named(id)), local).notes, [])
      return ask(placesOf(named(id), inProject), local).notes.length > 0
    })
    assert.sameMembers(
      told.map(({ id }) => id),
      ["claude", "codex", "qwen"]
    )
    assert.deepStrictEqual(ask(placesOf(named("claude"), inProject), { command: 1 }).notes, [])
  })

  it("withholds servers from every other host", () => {
    const others = shipped.filter(({ id }) => !files.some(([one]) => one === id))
    assert.strictEqual(others.length, shipped.length - files.length)
    for (const runtime of others) {
      const { entries, withheld } = ask(placesOf(runtime), local)
      assert.deepStrictEqual(entries, [])
      assert.deepStrictEqual(
        withheld.map(({ kind, name }) => [kind, name]),
        [["server", "tools"]]
      )
    }
  })

  it("looks inside of Claude's folder where a variable names that", () => {
    const places = { ...placesOf(named("claude")), config: "/srv/claude", isNamed: true } as const
    assert.strictEqual(ask(places, local).entries[0]?.path, "/srv/claude/.claude.json")
  })

  it("takes the file of OpenCode that is there", () => {
    const commented = "/home/ada/.config/opencode/opencode.jsonc"
    const { entries } = ask(placesOf(named("opencode")), local, "tools", new Map([[commented, "{}"]]))
    assert.strictEqual(entries[0]?.path, commented)
  })

  it("has a companion of a manifest decide", () => {
    const places = placesOf(changed("cline", { hostBehaviors: { mcpCompanion: "settings-json" } }))
    assert.strictEqual(ask(places, local).entries[0]?.path, "/home/ada/.cline/settings.json")
  })

  it.each([
    ["claude", local, { command: "/store/bin/s", args: ["-x", "a b"], env: { "A.B": 'q"\\' } }],
    ["claude", remote, remote],
    ["augment", remote, remote],
    ["qwen", remote, { httpUrl: "https://host.example/mcp", headers: { "X-Key": "1" } }],
    ["qwen", { transport: "sse", url: "https://host.example/sse" }, { url: "https://host.example/sse" }],
    ["qwen", { command: "s", cwd: "/w" }, { command: "s", cwd: "/w" }],
    ["cursor", remote, { url: "https://host.example/mcp", headers: { "X-Key": "1" } }],
    ["antigravity", remote, { serverUrl: "https://host.example/mcp", headers: { "X-Key": "1" } }],
    ["copilot", { command: "s" }, { type: "local", tools: ["*"], command: "s" }],
    [
      "opencode",
      local,
      {
        type: "local",
        command: ["/store/bin/s", "-x", "a b"],
        environment: { "A.B": 'q"\\' },
        enabled: true
      }
    ],
    [
      "opencode",
      { url: "https://host.example/mcp" },
      { type: "remote", url: "https://host.example/mcp", enabled: true }
    ],
    [
      "codex",
      local,
      {
        mcp_servers: { tools: { command: "/store/bin/s", args: ["-x", "a b"], env: { "A.B": 'q"\\' } } }
      }
    ],
    [
      "codex",
      remote,
      { mcp_servers: { tools: { url: "https://host.example/mcp", http_headers: { "X-Key": "1" } } } }
    ],
    ["claude", { command: "s", env: { K: "${KEY}" } }, { command: "s", env: { K: "${KEY}" } }],
    ["cursor", { command: "s", env: { K: "a${KEY}b" } }, { command: "s", env: { K: "a${env:KEY}b" } }],
    [
      "opencode",
      { url: "https://host.example/${PART}" },
      { type: "remote", url: "https://host.example/{env:PART}", enabled: true }
    ]
  ] satisfies ReadonlyArray<readonly [string, JsonValue, unknown]>)(
    "writes for %s as that host reads it: %j",
    (id, config, expected) => {
      assert.deepStrictEqual(JSON.parse(JSON.stringify(written(placesOf(named(id)), config))), expected)
    }
  )

  it("puts several servers of one capability into one block of TOML", () => {
    const servers = [server("one", local), server("two", remote)]
    const { entries } = serversOf(placesOf(named("codex")), offerOf("guard", { servers }))
    const blocks = entries[0]?.entries ?? []
    assert.strictEqual(blocks.length, 1)
    const [block] = blocks
    const read: { readonly mcp_servers?: object } = block?.kind === "block" ? parse(block.text) : {}
    assert.deepStrictEqual(Object.keys(read.mcp_servers ?? {}), ["one", "two"])
  })

  it.each([
    ["claude", { command: "s", cwd: "/w" }, /folder/u],
    ["claude", { command: "s", timeout: 3, disabled: true }, /timeout, disabled/u],
    ["claude", { command: "s", env: { K: "${KEY:-x}" } }, /fill in/u],
    ["augment", { command: "s", env: { K: "${KEY}" } }, /fill in/u],
    ["codex", { command: "s", args: ["${HOME}/x"] }, /fill in/u],
    ["codex", { type: "sse", url: "https://host.example" }, /SSE/u],
    ["claude", { command: "s", url: "https://host.example" }, /program and an address/u],
    ["claude", {}, /neither/u],
    ["claude", { type: "http", command: "s" }, /said to be an address/u],
    ["claude", { type: "stdio", url: "https://host.example" }, /said to be a program/u],
    ["claude", { url: "https://host.example", args: ["x"] }, /said to be a program/u],
    ["claude", { type: "http", transport: "sse", url: "https://host.example" }, /different things/u],
    ["claude", { type: "pigeon", url: "https://host.example" }, /known to no host/u],
    ["claude", { command: "s", args: "x" }, /args/u],
    ["claude", { command: "s", env: { A: 1 } }, /env/u],
    ["claude", { command: 7 }, /command/u],
    ["claude", "s", /no object/u]
  ] satisfies ReadonlyArray<readonly [string, JsonValue, RegExp]>)(
    "withholds from %s what it would not do as it is meant: %j",
    (id, config, reason) => {
      const { entries, withheld } = ask(placesOf(named(id)), config)
      assert.deepStrictEqual(entries, [])
      assert.match(withheld[0]?.reason ?? "", reason)
    }
  )

  it("withholds from Codex a server whose name the user has given to another", () => {
    const path = "/home/ada/.codex/config.toml"
    const servers = [server("mine", local), server("tools", local)]
    const texts = new Map([[path, "[mcp_servers.mine]\ncommand = 'x'\n"]])
    const { entries, withheld } = serversOf(placesOf(named("codex")), offerOf("guard", { servers }), texts)
    const [block] = entries[0]?.entries ?? []
    assert.deepStrictEqual(Object.keys(parse(block?.kind === "block" ? block.text : "")), ["mcp_servers"])
    assert.deepStrictEqual(
      withheld.map(({ name }) => name),
      ["mine"]
    )
  })

  it("withholds from Codex a name that it refuses, so that nothing gets out of the head of a table", () => {
    for (const name of ["a.b", 'a"]', "a\nb", "", "é"])
      assert.match(String(written(placesOf(named("codex")), local, name)), /its name/u)
  })
})
