import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Durable } from "../../../src/services/Durable.ts"
import { differing, hostFiles, hostsOf, lifeOf, type Hosts } from "../../support/hosts.ts"

const ids = ["claude", "codex", "opencode", "cursor", "antigravity", "copilot", "kimi", "windsurf"]
/** Four hosts, each of its own kind. */
export const four = ["claude", "codex", "opencode", "cursor"]
/** The folder of Claude. */
export const claude = "/home/ada/.claude"
/** A file that hosts were given. */
export const skill = `${claude}/skills/gsd-hk-s/SKILL.md`

type Edit = (text: string) => string

/** What a person does to files of hosts, far from what is ours in them and near to it. */
const ownEdits: Readonly<Record<string, Edit>> = {
  [`${claude}/settings.json`]: (text) =>
    text.replace('"opus"', '"sonnet"').replace("// theirs", "// theirs, changed\n  // more"),
  "/home/ada/.claude.json": (text) => `\n${text.replace('"n":1', '"n":2,"m":[1,2]')}\n`,
  "/home/ada/.codex/config.toml": (text) => `a = 1\r\n${text.replace('model = "o"', 'model = "p"\r\nx = 1')}`,
  "/home/ada/.codex/hooks.json": (text) => text.replace('"command":"x"', '"command":"y"'),
  "/home/ada/.config/opencode/opencode.json": (text) => text.replace('"x", // mine', '"z", /* mine */'),
  "/home/ada/.cursor/hooks.json": (text) => text.replace('"version": 1', '"version": 2'),
  "/home/ada/.gemini/settings.json": (text) => text.replace("Dark", "Light"),
  "/home/ada/.kimi/config.toml": (text) => `${text.replace('"k"', '"l" # mine')}`,
  "/home/ada/.copilot/copilot-instructions.md": (text) => text.replace("Be brief.", "Be long.")
}

const textsOf = (hosts: Hosts): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(hostFiles).map((path) => [path, hosts.text(path) ?? ""]))

const editAll = Effect.fnUntraced(function* (hosts: Hosts) {
  for (const [path, edit] of Object.entries(ownEdits)) yield* hosts.write(path, edit(hosts.text(path) ?? ""))
})

/** Puts a link somewhere. */
export const linked = (hosts: Hosts, target: string, at: string) =>
  hosts.onDisk(Effect.flatMap(Durable, (durable) => durable.link(target, at)))

/** Moves something elsewhere and puts a link in its place, as who keeps such files in a folder of dotfiles does. */
const moved = Effect.fnUntraced(function* (hosts: Hosts, path: string, to: string) {
  yield* hosts.write("/dots/README", "mine\n")
  yield* hosts.onDisk(Effect.flatMap(Durable, (durable) => durable.rename(path, to)))
  yield* linked(hosts, to, path)
})

/** Hosts on files of somebody else, with the capability applied to some. */
export const started = Effect.fnUntraced(function* (runtimes: ReadonlyArray<string>) {
  const hosts = hostsOf(hostFiles)
  yield* hosts.install()
  yield* hosts.apply(...runtimes)
  return hosts
})

/** What a life that goes on says, by step, and the places that it leaves different. */
export const livedOn = Effect.fnUntraced(function* (hosts: Hosts, runtimes: ReadonlyArray<string>) {
  const said: Record<string, ReadonlyArray<string>> = {}
  const states: Record<string, ReadonlyArray<string>> = {}
  for (const [name, step] of lifeOf(hosts, runtimes)) {
    said[name] = (yield* step).warnings
    states[name] = yield* differing(hosts)
  }
  return { said, states }
})

/** A life in which nothing has to be said. */
export const silent = {
  update: [],
  disable: [],
  enable: [],
  rollback: [],
  remove: [],
  "runtime remove": []
}

/** Edits every file of the hosts at one step of a life: in the end it holds that and nothing else that is new. */
export const proveEdits = Effect.fnUntraced(function* (at: number) {
  const hosts = hostsOf(hostFiles)
  const before = textsOf(hosts)
  yield* hosts.install()
  yield* hosts.apply(...ids)
  for (const [index, [name, step]] of lifeOf(hosts, ids).entries()) {
    if (index === at) yield* editAll(hosts)
    assert.deepStrictEqual((yield* step).warnings, [], name)
    assert.deepStrictEqual(yield* differing(hosts), [], name)
  }
  const wanted = Object.entries(before).map(([path, text]) => [path, (ownEdits[path] ?? String)(text)])
  assert.deepStrictEqual(textsOf(hosts), Object.fromEntries(wanted))
})

/** What a person may move, and where to. */
export const moves: ReadonlyArray<readonly [from: string, to: string]> = [
  [claude, "/dots/claude"],
  [`${claude}/settings.json`, "/dots/settings.json"],
  [`${claude}/skills/gsd-hk-s`, "/dots/hk-s"],
  [`${claude}/skills`, "/dots/skills"],
  [`${claude}/agents`, "/dots/agents"]
]

/** Moves something after it was applied: life goes on where it is now, and in the end only what is the person's is there. */
export const proveMove = Effect.fnUntraced(function* ([path, to]: (typeof moves)[number]) {
  const hosts = hostsOf(hostFiles)
  const before = hosts.outside()
  yield* hosts.install()
  yield* hosts.apply(...four)
  yield* moved(hosts, path, to)
  assert.deepStrictEqual(yield* differing(hosts), [])
  assert.deepStrictEqual(yield* livedOn(hosts, four), { said: silent, states: silent })
  const isIn = (one: string) => one === path || one.startsWith(`${path}/`)
  const wanted = Object.entries(before).map(([one, text]) => [
    isIn(one) ? to + one.slice(path.length) : one,
    text
  ])
  assert.deepStrictEqual(hosts.outside(), {
    "/dots": "directory 755",
    "/dots/README": "file 644 mine\n",
    // A folder that gsd made is the person's once a link leads to it.
    ...(path in before ? {} : { [to]: "directory 755" }),
    ...Object.fromEntries(wanted),
    [path]: `link ${to}`
  })
})
