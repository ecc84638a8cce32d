import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { member, type JsonObject } from "../../src/domain/json/value.ts"
import { encodeLedger } from "../../src/domain/ledger/codec.ts"
import { emptyLedger } from "../../src/domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { builtInManifests } from "../../src/domain/registry/builtIn.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { runtimeApply } from "../../src/pipelines/runtimeApply.ts"
import { runtimeRemove } from "../../src/pipelines/runtimeRemove.ts"
import { runtimeStatus } from "../../src/pipelines/runtimeStatus.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { Durable } from "../../src/services/Durable.ts"
import type { Requested } from "../../src/pipelines/install/stages.ts"
import { below, capability, type CapabilityFiles } from "./capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "./engine.ts"
import { put } from "./home.ts"
import { treeWithout } from "./tree.ts"

const wait = Duration.seconds(30)

/** A skill's text that names a file beside it. */
const skillText = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Says hello\n---\n${body}\n`

const agentText = (name: string): string =>
  `---\nname: ${name}\ndescription: Looks closely\ntools: Read, Bash\n---\nYou look closely.\n`

const servers = { mcpServers: { demo: { command: "demo-server", args: ["--fast"] } } }

/** A capability with everything that hosts take: two skills, one of several files, an agent, two hooks, a server. */
export const rich = (members: JsonObject = {}, files: CapabilityFiles = {}): CapabilityFiles =>
  capability(
    {
      skills: ["hk-s", "hk-t"],
      agents: ["hk-a"],
      hooks: [
        { event: "SessionStart", script: "hooks/a.sh" },
        { event: "PreToolUse", script: "hooks/b.js", matcher: "Bash" }
      ],
      ...servers,
      ...members
    },
    {
      "hooks/b.js": "console.log('b')\n",
      "skills/hk-s/SKILL.md": skillText("hk-s", "Say hello as `references/how.md` says."),
      "skills/hk-s/references/how.md": "Loudly.\n",
      "skills/hk-s/references/more/deep.md": "Deeply.\n",
      "skills/hk-s/scripts/run.sh": "#!/bin/sh\necho run\n",
      "skills/hk-t/SKILL.md": skillText("hk-t", "Say good-bye."),
      "agents/hk-a.md": agentText("hk-a"),
      ...files
    }
  )

/** The next version: a text changed, a script executable no more, files of a skill gone, a skill gone and one new, an agent more, hooks changed. */
export const richer = (members: JsonObject = {}): CapabilityFiles => {
  const next = rich(
    {
      version: "1.1.0",
      skills: ["hk-s", "hk-u"],
      agents: ["hk-a", "hk-b"],
      hooks: [
        { event: "SessionStart", script: "hooks/a.sh" },
        { event: "PostToolUse", script: "hooks/b.js", matcher: "Edit" }
      ],
      ...members
    },
    {
      "hooks/a.sh": "#!/bin/sh\necho changed\n",
      "skills/hk-s/SKILL.md": skillText("hk-s", "Say hello, quietly."),
      "skills/hk-s/scripts/run.sh": "echo run by a shell\n",
      "skills/hk-u/SKILL.md": skillText("hk-u", "Say nothing."),
      "agents/hk-b.md": agentText("hk-b")
    }
  )
  const gone = new Set([
    "skills/hk-s/references/more/deep.md",
    "skills/hk-s/references/how.md",
    "skills/hk-t/SKILL.md"
  ])
  return Object.fromEntries(Object.entries(next).filter(([path]) => !gone.has(path)))
}

/** Files of the hosts in `/home/ada`, written by somebody else. */
export const hostFiles: Readonly<Record<string, string>> = {
  "/home/ada/.claude/settings.json": `{
  // theirs
  "model": "opus",
  "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "other-tool" } ] } ] },
  "big": 12345678901234567890
}
`,
  "/home/ada/.claude/skills/theirs/SKILL.md": "---\nname: theirs\ndescription: Theirs\n---\n",
  "/home/ada/.claude.json": '{"mcpServers":{"own":{"command":"own"}},"n":1}',
  "/home/ada/.codex/config.toml": '# theirs\r\nmodel = "o"\r\n\r\n[mcp_servers.own]\r\ncommand = "own"',
  "/home/ada/.codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  "/home/ada/.config/opencode/opencode.json": '{\n\t"theme": "x", // mine\n\t"mcp": {},\n}\n',
  "/home/ada/.cursor/hooks.json": '{\n  "version": 1,\n  "hooks": {}\n}\n',
  "/home/ada/.cursor/mcp.json": "\uFEFF{}\n",
  "/home/ada/.gemini/settings.json": '{\n    "theme": "Dark"\n}',
  "/home/ada/.kimi/config.toml": 'default_model = "k"\n',
  "/home/ada/.copilot/copilot-instructions.md": "# Mine\n\nBe brief.",
  "/home/ada/.codeium/windsurf/hooks.json": "{}"
}

/** A ledger in which everything is off that the product brings for hosts, so that only what a test installs reaches them. */
export const nothingBuiltIn = (): Uint8Array => {
  const features = builtInManifests().filter(({ raw }) => member(raw, "role") === "feature")
  const switches = new Map(features.map(({ id }) => [id, { disabled: true } as const]))
  return encodeLedger({ ...emptyLedger, rev: 1, lastTx: "0123456789abcdef", switches })
}

/** How such a world differs from the usual one. */
export interface HostsOptions extends EngineOptions {
  readonly directories?: ReadonlyArray<string>
  readonly scope?: LedgerScope
  /** Whether what the product brings along reaches hosts as well. */
  readonly withBuiltIn?: boolean
}

/** A disk in memory with hosts on it and the commands, each on an engine of its own; capabilities stand below `/src`. */
export const hostsOf = (files: Readonly<Record<string, string>> = {}, options: HostsOptions = {}) => {
  const { directories = [], scope = globalScope, withBuiltIn = false, ...engine } = options
  const disk = MemoryDisk.make({
    directories: ["/home/ada", ...directories],
    files: {
      ...(withBuiltIn ? {} : { "/home/ada/.gsd/ledger.json": nothingBuiltIn() }),
      ...below("/src/hk-cap", rich()),
      ...below("/src/next/hk-cap", richer()),
      ...files
    }
  })
  const withVariables = (variables: Readonly<Record<string, string>>) => runOn(disk, { ...engine, variables })
  const run = runOn(disk, engine)
  const onDisk = <A, E>(program: Effect.Effect<A, E, Durable>) =>
    Effect.provide(program, DurableMemory.layerOn(disk))
  const on = { scope, wait }
  return {
    disk,
    run,
    withVariables,
    onDisk,
    write: (path: string, text: string, mode?: number) => onDisk(put(path, text, mode)),
    unlink: (path: string) => onDisk(Effect.flatMap(Durable, (durable) => durable.unlink(path))),
    install: (spec = "/src/hk-cap", flags: Partial<Requested> = {}) =>
      run(install(requestOf(spec, { scope, ...flags }))),
    update: (flags: Partial<Requested> = {}) =>
      run(update({ id: "hk-cap", spec: "/src/next/hk-cap", ...on, allowDowngrade: false, ...flags })),
    rollback: run(rollback({ id: "hk-cap", ...on })),
    remove: (id = "hk-cap", cascade = false) => run(remove({ id, ...on, cascade })),
    revoke: run(trustRevoke({ id: "hk-cap", ...on })),
    enable: (id = "hk-cap") => run(enable({ id, ...on })),
    disable: (id = "hk-cap") => run(disable({ id, ...on })),
    apply: (...ids: ReadonlyArray<string>) => run(runtimeApply({ ids, ...on })),
    withdraw: (...ids: ReadonlyArray<string>) => run(runtimeRemove({ ids, ...on })),
    status: (...ids: ReadonlyArray<string>) => run(runtimeStatus({ ids, scope })),
    text: (path: string) => disk.text(path),
    /** Kind, mode and bytes of everything but H and the sources. */
    outside: () => treeWithout(disk, /^\/home\/ada\/\.gsd(?:\/|$)|^\/(?:src|tmp)(?:\/|$)/u)
  }
}

/** Such a world. */
export type Hosts = ReturnType<typeof hostsOf>

/** What a command says beside its result. */
export interface Said {
  readonly warnings: ReadonlyArray<string>
}

/** The rest of a capability's life once it is installed and applied, in order. */
export const lifeOf = (hosts: Hosts, ids: ReadonlyArray<string>) =>
  [
    ["update", hosts.update()],
    ["disable", hosts.disable()],
    ["enable", hosts.enable()],
    ["rollback", hosts.rollback],
    ["remove", hosts.remove()],
    ["runtime remove", hosts.withdraw(...ids)]
  ] as const satisfies ReadonlyArray<readonly [string, Effect.Effect<Said, unknown>]>

/** A step of that life. */
export type Step = ReturnType<typeof lifeOf>[number][0]

/** Every place of the applied runtimes that is not as it shall be, in words. */
export const differing = (hosts: Hosts) =>
  Effect.map(hosts.status(), (reports) =>
    reports.flatMap(({ rows, runtime }) =>
      rows
        .filter(({ state }) => state !== "present")
        .map(({ path, reason = "", state }) => `${runtime}: ${state} ${path} ${reason}`.trim())
    )
  )
