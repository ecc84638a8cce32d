/**
 * Hooks as hosts run them: the command is taken out of the host's own file by a parser of its format and given to a shell,
 * from folders with names of every kind; what it started says with which words and which input.
 */
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parse as parseJsonc } from "jsonc-parser"
import { parse as parseToml } from "smol-toml"
import { codecs } from "../../../src/domain/projection/surface/codecs.ts"
import type { HookSurface } from "../../../src/domain/projection/surface/events.ts"
import { hostHooksOf } from "../../../src/domain/projection/surface/hooks.ts"
import { scriptCommand } from "../../../src/domain/settings/scriptCommand.ts"
import { inProject, named, offerOf, placesOf } from "../../domain/projection/surface/build.ts"

const root = mkdtempSync(join(tmpdir(), "gsd-hooks-"))

const folders = [
  "plain",
  "with a space",
  "it's",
  'say "hi"',
  "back\\slash\\n",
  "$HOME and $(id) and `id`",
  "é 文字 😀",
  "a;b&c|d>e<f*?[x]{y}~!#%^",
  "-dash =x",
  "two\nlines\ttab"
]

const shell = `#!/bin/sh
{ printf '%s\\n' "$0" "$#" "$@"; cat; } > "$GSD_SAID"
`

const program = `import("node:fs").then(({ readFileSync, writeFileSync }) => {
  const [, script, ...rest] = process.argv
  writeFileSync(process.env.GSD_SAID, [script, rest.length, ...rest, readFileSync(0, "utf8")].join("\\n"))
})
`

const scripts: ReadonlyArray<readonly [name: string, text: string, mode: number]> = [
  ["hook.sh", shell, 0o555],
  ["hook", `#!/usr/bin/env node\n${program}`, 0o555],
  ["shebang.mjs", `#!/usr/bin/env node\n${program}`, 0o555],
  ["hook.js", program, 0o444],
  ["hook.cjs", `"use strict"\n${program}`, 0o444],
  ["hook.mjs", `export {}\n${program}`, 0o444]
]

interface Host {
  readonly runtime: string
  readonly surface: HookSurface
  /** What the host's file held before. */
  readonly before: string | undefined
  /** The commands of its tool event, as the host finds them. */
  readonly commandsIn: (text: string) => ReadonlyArray<string>
}

type Tree = { readonly [key: string]: Tree } & ReadonlyArray<Tree>

const nested =
  (event: string) =>
  (text: string): ReadonlyArray<string> => {
    const tree: Tree = parseJsonc(text)
    return (tree["hooks"]?.[event] ?? []).flatMap((group) =>
      (group["hooks"] ?? []).map((one) => String(one["command"]))
    )
  }

const flat =
  (event: string, key: string) =>
  (text: string): ReadonlyArray<string> => {
    const tree: Tree = JSON.parse(text)
    return (tree["hooks"]?.[event] ?? []).map((one) => String(one[key]))
  }

const tables = (text: string): ReadonlyArray<string> => {
  const tree = parseToml(text) as unknown as Tree
  return (tree["hooks"] ?? [])
    .filter((one) => String(one["event"]) === "PreToolUse")
    .map((one) => String(one["command"]))
}

const theirs = '{ "type": "command", "command": "true" }'

const hosts: ReadonlyArray<Host> = [
  {
    runtime: "claude",
    surface: "settings-json",
    before: `{\r\n  // mine\r\n  "hooks": { "PreToolUse": [{ "hooks": [${theirs}] }], },\r\n}`,
    commandsIn: nested("PreToolUse")
  },
  { runtime: "antigravity", surface: "settings-json", before: undefined, commandsIn: nested("BeforeTool") },
  {
    runtime: "codex",
    surface: "codex-hooks-json",
    before: `{"description":"mine","hooks":{"PreToolUse":[{"hooks":[${theirs}]}]}}`,
    commandsIn: nested("PreToolUse")
  },
  {
    runtime: "cursor",
    surface: "cursor-hooks-json",
    before: `{ "version": 1, "hooks": { "preToolUse": [${theirs}] } }`,
    commandsIn: flat("preToolUse", "command")
  },
  {
    runtime: "windsurf",
    surface: "windsurf-hooks-json",
    before: undefined,
    commandsIn: flat("pre_run_command", "command")
  },
  {
    runtime: "copilot",
    surface: "copilot-inline",
    before: undefined,
    commandsIn: flat("preToolUse", "bash")
  },
  {
    runtime: "kimi",
    surface: "kimi-hooks-toml",
    before: 'model = "k2"\n\n[[hooks]]\nevent = "PreToolUse"\ncommand = "true"\n',
    commandsIn: tables
  }
]

/** Node itself loads no module from below a folder that has a backslash in its name, whoever asks it to. */
const isRefusedByNode = (file: string): boolean => file.endsWith(".mjs") && file.includes("\\")

/** What a host says of an event, with everything that a shell could take apart. */
const input = JSON.stringify({ event: "PreToolUse", text: 'it\'s $(id) `id` \\ "é" 文字 😀\n' })

const said = join(root, "said")

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** What the script wrote of itself; undefined when it did not run. */
  readonly said: string | undefined
}

/** A folder in which the only `node` is the one that runs the tests. */
const nodeOnly = join(root, "bin")

const path = `${nodeOnly}:/usr/bin:/bin`

const run = (command: string, variables: Readonly<Record<string, string>> = {}): Ran => {
  rmSync(said, { force: true })
  const { status, stderr, stdout } = spawnSync("sh", ["-c", command], {
    cwd: root,
    input,
    encoding: "utf8",
    env: { PATH: path, GSD_SAID: said, ...variables }
  })
  return { status, stdout, stderr, said: existsSync(said) ? readFileSync(said, "utf8") : undefined }
}

const commandOf = (file: string): string =>
  Result.getOrThrow(scriptCommand({ path: file, head: new Uint8Array(readFileSync(file)).slice(0, 64) }))

const offerWith = (command: string, id = "guard") =>
  offerOf(id, { hooks: [{ kind: "hook", event: "PreToolUse", matcher: "Bash", command }] })

/** The text of the host's file once the hook stands in it. */
const written = ({ before, runtime, surface }: Host, command: string): string => {
  const places = placesOf(named(runtime))
  const bytes = before === undefined ? undefined : new TextEncoder().encode(before)
  const document = {
    file: surface === "kimi-hooks-toml" ? "/h/config.toml" : "/h/hooks.json",
    bytes,
    strict: false
  }
  const hooks = [hostHooksOf(places, surface, offerWith(command))]
  const coded = codecs[surface].upsert({ document, record: undefined }, { owner: "us", hooks })
  return new TextDecoder().decode(Result.getOrThrow(coded).bytes)
}

/** Files in every folder, whose content is the same. */
const filesOf = (name: string): ReadonlyArray<string> => folders.map((folder) => join(root, folder, name))

beforeAll(() => {
  mkdirSync(nodeOnly)
  symlinkSync(process.execPath, join(nodeOnly, "node"))
  for (const folder of folders) {
    mkdirSync(join(root, folder))
    for (const [name, text, mode] of scripts) {
      const file = join(root, folder, name)
      writeFileSync(file, text)
      chmodSync(file, mode)
    }
  }
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

describe.each(hosts)("a hook in the file of $runtime", (host) => {
  it.each(scripts.map(([name]) => name))(
    "runs %s from every folder, with no more words and the host's input",
    (name) => {
      for (const file of filesOf(name)) {
        const commands = host.commandsIn(written(host, commandOf(file)))
        assert.deepStrictEqual(commands.slice(0, -1), host.before === undefined ? [] : ["true"])
        const ran = run(commands.at(-1) ?? "false")
        if (isRefusedByNode(file)) {
          assert.deepStrictEqual([ran.status, ran.said], [1, undefined])
          assert.include(ran.stderr, "ERR_INVALID_MODULE_SPECIFIER")
          continue
        }
        assert.deepStrictEqual(
          [ran.status, ran.stdout, ran.stderr, ran.said],
          [0, "", "", `${file}\n0\n${input}`]
        )
      }
    }
  )
})

describe("the node of a hook", () => {
  const command = () => commandOf(join(root, "it's", "hook.mjs"))

  it("is the first on PATH when the hook runs, and not one that was there when it was written", () => {
    const other = join(root, "other bin")
    mkdirSync(other)
    const note = join(root, "noted")
    writeFileSync(join(other, "node"), `#!/bin/sh\necho used > "${note}"\nexec "${process.execPath}" "$@"\n`)
    chmodSync(join(other, "node"), 0o755)
    const ran = run(command(), { PATH: `${other}:${path}` })
    assert.strictEqual(ran.status, 0)
    assert.strictEqual(readFileSync(note, "utf8"), "used\n")
    assert.notInclude(command(), process.execPath)
  })

  it("is told as missing where there is none, and nothing else is run instead", () => {
    const empty = join(root, "empty bin")
    mkdirSync(empty)
    symlinkSync("/bin/sh", join(empty, "sh"))
    const ran = run(command(), { PATH: empty })
    assert.strictEqual(ran.status, 127)
    assert.isUndefined(ran.said)
  })
})

describe("Cline's file of an event", () => {
  const event = join(root, "cline hooks", "PreToolUse")

  /** Writes the file for these commands, each of a capability of its own. */
  const put = (...commands: ReadonlyArray<string>): void => {
    const places = placesOf(named("cline"), inProject)
    const offers = commands.map((command, at) => offerWith(command, `cap-${at}`))
    const hooks = offers.map((offer) => hostHooksOf(places, "cline-rules", offer))
    const document = { file: event, bytes: undefined, strict: false }
    const coded = codecs["cline-rules"].upsert({ document, record: undefined }, { owner: "us", hooks })
    mkdirSync(join(root, "cline hooks"), { recursive: true })
    writeFileSync(event, Result.getOrThrow(coded).bytes ?? new Uint8Array())
    chmodSync(event, 0o755)
  }

  const use = (toolName: string): string =>
    JSON.stringify({
      hookName: "PreToolUse",
      preToolUse: { toolName, parameters: { text: 'it\'s $x \\ "é"' } }
    })

  /** Runs it as Cline does. */
  const fire = (text: string) => {
    rmSync(said, { force: true })
    const ran = spawnSync(event, [], {
      cwd: root,
      input: text,
      encoding: "utf8",
      env: { PATH: path, GSD_SAID: said }
    })
    const answer: unknown = ran.stdout === "" ? undefined : JSON.parse(ran.stdout)
    return {
      status: ran.status,
      answer,
      stderr: ran.stderr,
      said: existsSync(said) ? readFileSync(said, "utf8") : undefined
    }
  }

  it.each(scripts.map(([name]) => name))("runs %s from every folder with Cline's input", (name) => {
    for (const file of filesOf(name)) {
      put(commandOf(file))
      const text = use("execute_command")
      if (isRefusedByNode(file)) {
        assert.deepInclude(fire(text), { answer: { cancel: false }, said: undefined })
        continue
      }
      assert.deepStrictEqual(fire(text), {
        status: 0,
        answer: { cancel: false },
        stderr: "",
        said: `${file}\n0\n${text}`
      })
    }
  })

  it.each([[{ type: "module" }], [{ type: "commonjs" }], [{}]])(
    "runs in a project whose package says %j",
    (json) => {
      put(commandOf(join(root, "plain", "hook.sh")))
      writeFileSync(join(root, "cline hooks", "package.json"), JSON.stringify(json))
      assert.deepInclude(fire(use("execute_command")), { status: 0, stderr: "", answer: { cancel: false } })
      assert.isDefined(fire(use("execute_command")).said)
    }
  )

  it("runs no hook for another tool", () => {
    put(commandOf(join(root, "plain", "hook.sh")))
    assert.deepInclude(fire(use("read_file")), { answer: { cancel: false }, said: undefined })
    assert.deepInclude(fire("nonsense"), { answer: { cancel: false }, said: undefined })
  })

  it("lets the first hook that refuses decide, whether by exit 2 or by what it says", () => {
    const last = commandOf(join(root, "plain", "hook.sh"))
    const refusals: ReadonlyArray<readonly [command: string, reason: string]> = [
      ["echo 'no \"way\"' >&2; exit 2", 'no "way"'],
      ["exit 2", "A hook of cap-0 refuses it"],
      [`echo '{"cancel":true,"errorMessage":"stop"}'`, "stop"],
      [`echo '{"decision":"block","reason":"bad"}'`, "bad"],
      [`echo '{"continue":false,"stopReason":"over"}'`, "over"],
      [
        `echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"mine"}}'`,
        "mine"
      ]
    ]
    for (const [command, errorMessage] of refusals) {
      put(command, last)
      const { answer, said: after, status } = fire(use("execute_command"))
      assert.deepStrictEqual([status, answer, after], [0, { cancel: true, errorMessage }, undefined])
    }
  })

  it("is held up by nothing else that goes wrong, and hands on what hooks add", () => {
    put(
      "exit 7",
      "no-such-program-here",
      "echo not json",
      "echo null",
      `echo '{"contextModification":"one"}'`,
      `echo '{"hookSpecificOutput":{"additionalContext":"two"}}'`,
      commandOf(join(root, "plain", "hook.sh"))
    )
    const { answer, said: after, status } = fire(use("execute_command"))
    assert.deepStrictEqual([status, answer], [0, { cancel: false, contextModification: "one\ntwo" }])
    assert.isDefined(after)
  })
})
