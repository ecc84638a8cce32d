/**
 * What was projected, as real hosts see it: each is installed as its maker publishes it, started without credentials, and
 * asked with its own commands. A model on this machine has them use a tool, so that hooks run and agents are called.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished, type TestContext } from "vitest"
import { gsd, makeWorld, repository, type World } from "../../cli/support/world.ts"
import { carrying } from "../../support/processes.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"
import { startModel, type Call, type Model } from "./model.ts"
import {
  ask,
  assertSeen,
  documentsIn,
  hosts,
  installHosts,
  listingOf,
  packages,
  type Host,
  type Said,
  type Seat
} from "./publishedHosts.ts"

const folder = makeRoom("gsd-hosts-")
let present: ReadonlyArray<Host> = []

beforeAll(async () => {
  present = await installHosts(folder)
}, 300_000)
afterAll(removeRooms)

/** Skipped with the reason where the package cannot be had. */
const needs = (host: Host, { skip }: TestContext): void => {
  if (!present.includes(host)) skip(`${packages[host].name} cannot be had here`)
}

const sample = {
  id: "host-sample",
  role: "feature",
  version: "1.0.0",
  title: "Host sample",
  description: "Everything that hosts take.",
  tier: "standard",
  requires: [],
  engines: { gsd: ">=1.0.0" },
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: ["hs-greet"],
  agents: ["hs-looker"],
  hooks: [
    { event: "SessionStart", script: "hooks/start.sh" },
    { event: "PreToolUse", script: "hooks/use.js", matcher: "Bash" }
  ],
  mcpServers: { "hs-notes": { command: "./servers/notes.mjs", env: { NOTES_FILE: "a b.md" } } },
  config: {},
  steps: [],
  contributions: [],
  gates: []
}

const skill = `---
name: hs-greet
description: Greets a person: says "hello" as the notes beside it tell
allowed-tools:
  - Read
  - Bash
---
Say hello as \`references/how.md\` says; run \`scripts/greet.sh\`.
`

const agent = `---
name: hs-looker
description: Looks closely: at one file
tools: Read, Bash, Grep
color: cyan
---
You look closely.
`

/** Both hooks leave what they were given in the home. */
const startHook = '#!/bin/sh\ncat > "$HOME/said-start"\n'

const useHook = `const { readFileSync, writeFileSync } = require("node:fs")
writeFileSync(process.env.HOME + "/said-use", readFileSync(0))
`

const notes = "examples/capabilities/v2/hello-hooks/servers/notes.mjs"

const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** A world in which the sample is installed and applied. */
const applied = (runtime: string, { env = {}, project = false } = {}): World => {
  const world = makeWorld()
  const at = join(world.root, "source", "host-sample")
  put(join(at, "capability.json"), JSON.stringify(sample))
  put(join(at, "skills/hs-greet/SKILL.md"), skill)
  put(join(at, "skills/hs-greet/references/how.md"), "Loudly.\n")
  put(join(at, "skills/hs-greet/scripts/greet.sh"), "#!/bin/sh\necho hello\n", 0o755)
  put(join(at, "agents/hs-looker.md"), agent)
  put(join(at, "hooks/start.sh"), startHook, 0o755)
  put(join(at, "hooks/use.js"), useHook)
  put(join(at, "servers/notes.mjs"), readFileSync(join(repository, notes), "utf8"), 0o755)
  if (project) mkdirSync(join(world.work, ".planning"))
  const scope = project ? ["--scope", "project"] : []
  for (const words of [
    ["capability", "install", at, "--yes"],
    ["runtime", "apply", runtime]
  ]) {
    const ran = gsd(world, [...words, ...scope], { env })
    assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
  }
  onTestFinished(() => assert.deepStrictEqual(carrying(world.root), []))
  return world
}

const seatOf = (host: Host, world: World, env: Readonly<Record<string, string>> = {}): Seat => ({
  folder,
  host,
  world,
  env
})

const ours = { skills: ["gsd-hs-greet"], agents: ["hs-looker"], servers: ["hs-notes"] }

/** Of what the product brings along. */
const firstParty = {
  skills: ["gsd-code-review", "gsd-ui-phase"],
  agents: ["gsd-code-reviewer", "gsd-ui-checker"]
}

const all = {
  skills: [...ours.skills, ...firstParty.skills],
  agents: [...ours.agents, ...firstParty.agents],
  servers: ours.servers
}

/** Asserts what a host lists, and that the same assertion fails after each fault that is planted. */
const proveListed = async (
  seat: Seat,
  names: Parameters<typeof assertSeen>[1],
  faults: ReadonlyArray<() => void>
): Promise<void> => {
  assertSeen(await listingOf(seat), names)
  for (const plant of faults) {
    plant()
    const listing = await listingOf(seat)
    assert.throws(() => assertSeen(listing, names))
  }
}

/** Takes a line out of a file of the home. */
const without = (world: World, path: string, line: RegExp) => (): void => {
  const file = join(world.home, path)
  const text = readFileSync(file, "utf8")
  assert.match(text, line)
  writeFileSync(file, text.replace(line, ""))
}

const described = { command: "echo hi", description: "says hi" }

const shell: Call = {
  Bash: described,
  run_shell_command: { ...described, is_background: false },
  exec_command: { cmd: "echo hi" },
  shell_command: { command: "echo hi" }
}

const look = { subagent_type: "hs-looker", description: "look", prompt: "LOOK HERE" }

const looker: Call = { Agent: look, Task: look, agent: look }

const modelOf = async (call: Call): Promise<Model> => {
  const model = await startModel(call)
  onTestFinished(model.close)
  return model
}

const told = (said: Said, { asked }: Model): string =>
  `exit ${said.code}\n${said.stdout}\n${said.stderr}\nasked ${asked.length} times`

/** Asserts that both hooks of the sample were run by the host, the second on the use of a shell. */
const assertHooksRan = (world: World, explained: string): void => {
  assert.isTrue(existsSync(join(world.home, "said-start")), explained)
  const said = join(world.home, "said-use")
  assert.isTrue(existsSync(said), explained)
  assert.include(readFileSync(said, "utf8"), "echo hi")
}

/** Names of the tools with which the agent of the sample asked the model. */
const toolsOfLooker = ({ asked }: Model, explained: string): ReadonlyArray<string> => {
  const [first, ...rest] = asked
  const own = rest.find(
    ({ text, tools }) => text.includes("LOOK HERE") && tools.join() !== first?.tools.join()
  )
  assert.isDefined(own, explained)
  return own.tools
}

describe("the hosts that are published", () => {
  it("are there, at least two of them", () => {
    const missing = hosts.filter((host) => !present.includes(host)).map((host) => packages[host].name)
    assert.isAtLeast(present.length, 2, `not to be had: ${missing.join(", ")}`)
  })
})

describe("Claude Code", () => {
  it("lists skills, agents and the server, runs the hook of a session", async (context) => {
    needs("claude", context)
    const world = applied("claude")
    await proveListed(seatOf("claude", world), { ...all, hooks: ["SessionStart"] }, [
      without(world, ".claude/agents/hs-looker.md", /^description: .*\n/mu),
      () => writeFileSync(join(world.home, ".claude/settings.json"), "{")
    ])
  })

  it("reads them where `CLAUDE_CONFIG_DIR` says, and in a project", async (context) => {
    needs("claude", context)
    const named = makeRoom("gsd-named-")
    const env = { CLAUDE_CONFIG_DIR: named }
    assertSeen(await listingOf(seatOf("claude", applied("claude", { env }), env)), {
      ...all,
      hooks: ["SessionStart"]
    })
    const world = applied("claude", { project: true })
    const listing = await listingOf(seatOf("claude", world))
    assertSeen(listing, { skills: ours.skills, agents: ours.agents, hooks: ["SessionStart"] })
    assert.match(listing.said, /hs-notes: .*Pending approval/u)
  })

  it("runs the hook of a tool, and gives the agent its tools", async (context) => {
    needs("claude", context)
    const world = applied("claude")
    const words = ["-p", "hello", "--allowedTools", "Bash", "--output-format", "stream-json", "--verbose"]
    const runs = async (call: Call) => {
      const model = await modelOf(call)
      const env = { ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: model.url }
      const said = await ask(seatOf("claude", world, env), words)
      return { model, said }
    }
    const first = await runs(shell)
    assertHooksRan(world, told(first.said, first.model))
    const second = await runs(looker)
    const tools = toolsOfLooker(second.model, told(second.said, second.model))
    assert.includeMembers([...tools], ["Read", "Bash"])
    assert.notInclude(tools, "Write")
  })
})

describe("Codex", () => {
  const hooks = ["sessionStart", "preToolUse"]

  it("lists skills, agents, the server and hooks", async (context) => {
    needs("codex", context)
    const world = applied("codex")
    await proveListed(seatOf("codex", world), { ...all, hooks }, [
      without(world, ".codex/agents/hs-looker.toml", /^name = .*\n/mu),
      () => appendFileSync(join(world.home, ".codex/config.toml"), "[mcp_servers\n")
    ])
  })

  it("reads them where `CODEX_HOME` says, and the server as it is meant", async (context) => {
    needs("codex", context)
    const env = { CODEX_HOME: makeRoom("gsd-named-") }
    const seat = seatOf("codex", applied("codex", { env }), env)
    const listed = await ask(seat, ["mcp", "list", "--json"])
    const servers: ReadonlyArray<{ readonly name: string; readonly transport: object }> = JSON.parse(
      listed.stdout
    )
    assert.deepStrictEqual(
      servers.map(({ name }) => name),
      ["hs-notes"]
    )
    assert.deepInclude(servers[0]?.transport, { type: "stdio", env: { NOTES_FILE: "a b.md" } })
    assertSeen(await listingOf(seat), { ...all, hooks })
  })

  it("reads skills of a project, and the rest once a person trusts it", async (context) => {
    needs("codex", context)
    const world = applied("codex", { project: true })
    mkdirSync(join(world.work, ".git"))
    const seat = seatOf("codex", world)
    const before = await listingOf(seat)
    assertSeen(before, { skills: ours.skills })
    assert.deepStrictEqual(before.hooks, [])
    put(
      join(world.home, ".codex/config.toml"),
      `[projects.${JSON.stringify(world.work)}]\ntrust_level = "trusted"\n`
    )
    assertSeen(await listingOf(seat), { skills: ours.skills, agents: ours.agents, hooks })
    assert.include((await ask(seat, ["mcp", "list", "--json"])).stdout, '"hs-notes"')
  })

  it("runs hooks once a person trusts them, and not before", async (context) => {
    needs("codex", context)
    const world = applied("codex")
    const model = await modelOf(shell)
    const provider = `{name="l",base_url="${model.url}/v1",wire_api="responses",env_key="NONE"}`
    const words = ["-c", `model_providers.l=${provider}`, "-c", "model_provider=l", "-c", "model=m"]
    const tail = ["--skip-git-repo-check", "--json", "hello"]
    const seat = seatOf("codex", world, { NONE: "none" })
    await ask(seat, ["exec", ...words, ...tail])
    assert.isFalse(existsSync(join(world.home, "said-start")))
    const said = await ask(seat, ["exec", ...words, "--dangerously-bypass-hook-trust", ...tail])
    assertHooksRan(world, told(said, model))
  })
})

describe("OpenCode", () => {
  it("lists skills, agents and the server", async (context) => {
    needs("opencode", context)
    const world = applied("opencode")
    await proveListed(seatOf("opencode", world), all, [
      without(world, ".config/opencode/skills/gsd-hs-greet/SKILL.md", /^name: .*\n/mu)
    ])
  })

  it("lets its agents read the folder of a skill, and reads all of it in a project", async (context) => {
    needs("opencode", context)
    const world = applied("opencode", { project: true })
    const seat = seatOf("opencode", world)
    assertSeen(await listingOf(seat), ours)
    const { stdout } = await ask(seat, ["debug", "agent", "hs-looker"])
    const read: {
      readonly mode: string
      readonly permission: ReadonlyArray<Readonly<Record<"permission" | "pattern" | "action", string>>>
    } = JSON.parse(stdout)
    assert.strictEqual(read.mode, "subagent")
    const pattern = `${world.work}/.opencode/skills/gsd-hs-greet/*`
    const allowed = read.permission.filter((rule) => rule.pattern === pattern)
    assert.includeMembers(
      allowed.map(({ action, permission }) => `${action} ${permission}`),
      ["allow read", "allow external_directory"]
    )
  })

  it("reads its configuration where `OPENCODE_CONFIG_DIR` says, and refuses one with a fault", async (context) => {
    needs("opencode", context)
    const named = makeRoom("gsd-named-")
    const env = { OPENCODE_CONFIG_DIR: named }
    const seat = seatOf("opencode", applied("opencode", { env }), env)
    const config: { readonly agent: object; readonly mcp: object } = JSON.parse(
      (await ask(seat, ["debug", "config"])).stdout
    )
    assert.containsAllKeys(config.agent, all.agents)
    assert.hasAllKeys(config.mcp, all.servers)
    appendFileSync(join(named, "opencode.json"), "}")
    assert.notStrictEqual((await ask(seat, ["debug", "config"])).code, 0)
  })
})

describe("Qwen Code", () => {
  it("lists skills, agents and the server", async (context) => {
    needs("qwen", context)
    const world = applied("qwen")
    await proveListed(seatOf("qwen", world), all, [
      without(world, ".qwen/skills/gsd-hs-greet/SKILL.md", /^description: .*\n/mu)
    ])
  })

  it("reads them in a project, where it asks before it starts the server", async (context) => {
    needs("qwen", context)
    const listing = await listingOf(seatOf("qwen", applied("qwen", { project: true })))
    assertSeen(listing, { skills: ours.skills, agents: ours.agents })
    assert.match(listing.said, /hs-notes: .*Pending approval/u)
  })

  it("runs the hooks, and gives the agent its tools", async (context) => {
    needs("qwen", context)
    const world = applied("qwen")
    const words = ["-p", "hello", "--yolo", "--auth-type", "openai", "--output-format", "stream-json"]
    const runs = async (call: Call) => {
      const model = await modelOf(call)
      const env = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_MODEL: "m" }
      return { model, said: await ask(seatOf("qwen", world, env), words) }
    }
    const first = await runs(shell)
    assertHooksRan(world, told(first.said, first.model))
    const second = await runs(looker)
    const tools = toolsOfLooker(second.model, told(second.said, second.model))
    assert.sameMembers([...tools], ["read_file", "run_shell_command", "grep_search"])
  })
})

/**
 * Antigravity is not published in a registry. Gemini CLI is of its family and reads the same texts from other folders, so
 * it tells whether the forms of skills, servers and hooks are right; not where Antigravity itself looks for them.
 */
describe("Gemini CLI, with what Antigravity is given", () => {
  const moved = (): World => {
    const world = applied("antigravity")
    const at = (path: string) => join(world.home, ".gemini", path)
    cpSync(at("config/skills"), at("skills"), { recursive: true })
    const read = (name: string): object => JSON.parse(readFileSync(at(`antigravity/${name}.json`), "utf8"))
    const security = { auth: { selectedType: "gemini-api-key" } }
    const settings = { ...read("settings"), ...read("mcp_config"), security }
    writeFileSync(at("settings.json"), JSON.stringify(settings))
    return world
  }

  it("lists the skills and the server, and runs the hooks", async (context) => {
    needs("gemini", context)
    const world = moved()
    const model = await modelOf(shell)
    const env = {
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_TRUST_WORKSPACE: "true"
    }
    const seat = seatOf("gemini", world, env)
    await proveListed(seat, { skills: all.skills, servers: ours.servers }, [
      without(world, ".gemini/skills/gsd-hs-greet/SKILL.md", /^description: .*\n/mu)
    ])
    const said = await ask(seat, ["-p", "hello", "--yolo", "--skip-trust"])
    assertHooksRan(world, told(said, model))
    assert.isAbove(documentsIn(readFileSync(join(world.home, "said-use"), "utf8")).length, 0)
  })
})
