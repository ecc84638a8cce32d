import { cpSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { capability } from "../support/capabilities.ts"
import { useTools } from "./support/setUp.ts"
import { tools } from "./support/tools.ts"
import { caller, give, users } from "./support/users.ts"
import { drive, makeWorld, publish, put, serve, startNode, type World } from "./support/world.ts"

useTools()

/** Names of folders that mean something to a shell, to JSON, or to somebody who joins words. */
const names = [
  "plain",
  "with  two spaces",
  "it's",
  'a "quoted" name',
  "ünï ✓ 日本 👩‍💻",
  "$(touch pwned)",
  "`touch pwned`",
  "back\\slash\\n and \\u0041",
  "$HOME ${PATH} %PATH%",
  "semi;colon & pipe | hash # star *?[a]",
  "-dash --yes",
  "new\nline and\ttab",
  "~",
  "'\\''"
]

/** Writes where it lies, what it was given, and what it read, to where `RECORD` says. */
const shell = `#!/bin/sh
{ printf '%s\\0' "$0" "$#" "$@"; cat; } > "$RECORD/shell"
`

/** For both kinds of module. */
const script = `const { readFileSync, writeFileSync } = process.getBuiltinModule("node:fs")
const [, own, ...words] = process.argv
const parts = [own, String(words.length), ...words, readFileSync(0, "utf8")]
writeFileSync(process.env.RECORD + "/" + own.split("/").at(-1), parts.join("\\0"))
`

const event = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "a 'b' \"c\" $d" }
})

/** Arguments that a host must hand to a server as they are. */
const words = ["", "two words", "it's", '"$(x)"', "\\", "ü\n"]

const server = {
  command: "node",
  args: [
    "-e",
    "process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.TOLD]))",
    "--",
    ...words
  ],
  env: { TOLD: "$HOME 'and' \"more\"" }
}

/** Node loads no ECMAScript module from below a folder with a backslash in its name, whoever asks it to. */
const kindBelow = (path: string): "cjs" | "mjs" => (path.includes("\\") ? "cjs" : "mjs")

const scriptsIn = (world: World): ReadonlyArray<string> =>
  ["interpreter", "plain"].map((name) => `${name}.${kindBelow(world.own)}`)

const publishRecorder = (world: World, place: World = world): string => {
  const [interpreter, plain] = scriptsIn(world)
  const members = {
    hooks: [
      { event: "PreToolUse", matcher: "Bash|Edit", script: "hooks/a.sh" },
      { event: "PreToolUse", script: `hooks/${plain}` },
      { event: "PreToolUse", script: `hooks/${interpreter}` },
      { event: "PreToolUse", matcher: "Read", script: "hooks/never.sh" }
    ],
    mcpServers: { recorder: server }
  }
  const files = {
    "hooks/a.sh": shell,
    [`hooks/${plain}`]: script,
    [`hooks/${interpreter}`]: `#!/usr/bin/env node\n${script}`,
    "hooks/never.sh": '#!/bin/sh\ntouch "$RECORD/never"\n'
  }
  return publish(place, "recorder/hk-cap", capability(members, files))
}

interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Lets the host do something in the world's work folder. */
const host = async (world: World, args: ReadonlyArray<string>): Promise<ReadonlyArray<Result>> => {
  const ran = await startNode(world, [tools.host, ...args], { RECORD: join(world.root, "record") }).ended
  assert.strictEqual(ran.code, 0, ran.stderr)
  return JSON.parse(ran.stdout)
}

const bundleIn = (world: World): string => {
  const stored = readdirSync(join(world.own, "store"))
  assert.lengthOf(stored, 1)
  return join(world.own, "store", stored[0] ?? "", "bundle")
}

const proveStarted = async (world: World, settings: string): Promise<void> => {
  const record = dirname(put(world, join(world.root, "record/keep"), ""))
  const fired = await host(world, [settings, "PreToolUse", event])
  assert.deepStrictEqual(
    fired,
    Array.from({ length: 3 }, () => ({ code: 0, stdout: "", stderr: "" }))
  )
  const said = (name: string): ReadonlyArray<string> => readFileSync(join(record, name), "utf8").split("\0")
  const hooks = join(bundleIn(world), "hooks")
  assert.deepStrictEqual(said("shell"), [join(hooks, "a.sh"), "0", event])
  for (const name of scriptsIn(world)) assert.deepStrictEqual(said(name), [join(hooks, name), "0", event])
  const [started] = await host(world, [settings, "--server", "recorder"])
  assert.deepStrictEqual(JSON.parse(started?.stdout ?? ""), [words, server.env.TOLD])
  assert.deepStrictEqual(readdirSync(record).toSorted(), [...scriptsIn(world), "keep", "shell"].toSorted())
  // Nothing that a name says was run.
  assert.deepStrictEqual(
    readdirSync(world.work).filter((one) => one !== "recorder"),
    []
  )
}

describe("a host starts what was wired", () => {
  it.each(names)("below a folder named %j", async (name) => {
    const world = makeWorld(caller, name)
    const settings = put(world, join(world.home, "settings.json"), '{ "model": "x" }\n')
    // A source may not have control characters in its path; a home may.
    const spec = publishRecorder(world, /[\n\t]/u.test(name) ? makeWorld(caller) : world)
    await serve(caller).ask(world, { op: "install", spec, wire: [settings] })
    await proveStarted(world, settings)
  })

  it("the file that its own text names, when the settings file lies behind such a name too", async () => {
    const world = makeWorld(caller, "a 'b'")
    const settings = put(world, join(world.home, '$(touch pwned) "x"/it\'s.json'), "")
    const spec = publishRecorder(world)
    await drive(world, { op: "install", spec, wire: [settings] })
    await proveStarted(world, settings)
  })
})

describe.each(users)("the example capability, $name", (user) => {
  it("is started at the beginning of a session, and not after it was removed", async () => {
    const world = makeWorld(user)
    const settings = put(world, join(world.home, "settings.json"), "{}\n")
    const repository = dirname(dirname(import.meta.dirname))
    const spec = join(world.work, "hello-hooks")
    cpSync(join(repository, "examples/capabilities/v1/hello-hooks"), spec, { recursive: true })
    give(world.work, user)
    const session = [
      settings,
      "SessionStart",
      JSON.stringify({ hook_event_name: "SessionStart", source: "startup" })
    ]
    await drive(world, { op: "install", spec, wire: [settings] })
    const [greeted] = await host(world, session)
    assert.deepStrictEqual([greeted?.code, greeted?.stderr], [0, ""])
    assert.match(greeted?.stdout ?? "", /^Branch: no branch\n/u)
    await drive(world, { op: "remove", id: "hello-hooks" })
    assert.deepStrictEqual(await host(world, session), [])
  })
})
