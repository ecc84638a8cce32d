import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import { elementOf, markerOf } from "../../../src/domain/settings/entry.ts"
import { entriesOf, hookScriptsOf, serverProgramsOf } from "../../../src/domain/settings/manifestEntries.ts"
import { scriptCommand } from "../../../src/domain/settings/scriptCommand.ts"

const options = {
  scriptCommand: (script: string) => `'/s/${script}'`,
  serverProgram: (program: string) => `/s/${program}`
}

describe("entriesOf", () => {
  it("takes hooks and both forms of servers, in declared order", () => {
    const map = { a: { command: "x", env: { K: "v" } }, b: { url: "u" } }
    const list = [
      { name: "a", command: "x", env: { K: "v" } },
      { name: "b", config: { url: "u" }, note: "dropped" }
    ]
    for (const mcpServers of [map, list]) {
      const entries = entriesOf(
        {
          hooks: [
            { event: "E", matcher: "m", script: "h/a.sh" },
            { event: "F", script: "h/b.js" }
          ],
          mcpServers
        },
        options
      )
      assert.deepStrictEqual(entries, [
        { kind: "hook", event: "E", matcher: "m", command: "'/s/h/a.sh'" },
        { kind: "hook", event: "F", command: "'/s/h/b.js'" },
        { kind: "server", name: "a", config: { command: "x", env: { K: "v" } } },
        { kind: "server", name: "b", config: { url: "u" } }
      ])
      assert.strictEqual(
        JSON.stringify(elementOf(entries[0] ?? { kind: "server", name: "", config: 1 })),
        `{"matcher":"m","hooks":[{"type":"command","command":"'/s/h/a.sh'"}]}`
      )
    }
  })

  it("names a server's program that is a relative path by its place, in both forms, and no other", () => {
    const given = [
      "./bin/owl",
      "bin\\owl",
      "~/owl",
      "../owl",
      "owl",
      "/usr/bin/owl",
      "C:\\owl.exe",
      "${ROOT}/owl"
    ]
    const placed = [...given.slice(0, 4).map((program) => `/s/${program}`), ...given.slice(4)]
    const configs = given.map((command) => ({ args: ["./a"], command }))
    for (const mcpServers of [
      Object.fromEntries(configs.map((config, index) => [`n${index}`, config])),
      configs.map((config, index) => ({ name: `n${index}`, config }))
    ]) {
      assert.deepStrictEqual(serverProgramsOf({ mcpServers }), given.slice(0, 4))
      assert.deepStrictEqual(
        entriesOf({ mcpServers }, options).map(elementOf),
        placed.map((command) => ({ args: ["./a"], command }))
      )
    }
  })

  it("is total, and takes no inherited member", () => {
    for (const raw of [
      null,
      1,
      [],
      {},
      { hooks: {}, mcpServers: 3 },
      { hooks: [null, {}, { event: 1 }], mcpServers: [{}, 1] }
    ]) {
      assert.deepStrictEqual(entriesOf(raw, options), [])
      assert.deepStrictEqual(serverProgramsOf(raw), [])
    }
    assert.deepStrictEqual(hookScriptsOf({ hooks: [{ script: "a" }, { script: "b" }, { script: "a" }, 1] }), [
      "a",
      "b"
    ])
  })

  it("marks a server by the canonical form of its configuration", () => {
    const one = markerOf({ kind: "server", name: "n", config: { a: 1, b: 2 } })
    assert.strictEqual(one, markerOf({ kind: "server", name: "n", config: { b: 2, a: 1 } }))
    assert.notStrictEqual(one, markerOf({ kind: "server", name: "n", config: { a: 1, b: 3 } }))
  })
})

describe("scriptCommand", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it("quotes a script with an interpreter line, and starts JavaScript with node", () => {
    const command = (path: string, head: string) =>
      Result.getOrThrow(scriptCommand({ path, head: bytes(head) }))
    assert.strictEqual(command("/s/it's.sh", "#!/bin/sh\n"), "'/s/it'\\''s.sh'")
    assert.strictEqual(command("/s/a.mjs", "export {}"), "node '/s/a.mjs'")
    assert.strictEqual(command("/s/a.js", "#!/usr/bin/env node"), "'/s/a.js'")
  })

  it("refuses anything else", () => {
    for (const [path, head] of [
      ["/s/a.sh", "echo"],
      ["/s/a.py", ""],
      ["/s/a.ts", "x"],
      ["/s/ajs", "x"]
    ] as const) {
      const result = scriptCommand({ path, head: bytes(head) })
      if (Result.isSuccess(result)) throw new Error(result.success)
      assert.strictEqual(result.failure._tag, "ScriptNotRunnable")
      assert.strictEqual(result.failure[Runtime.errorExitCode], 4)
      assert.include(result.failure.message, path)
    }
  })

  it("U60 starts the right file from a shell, whatever its path holds", () => {
    const root = mkdtempSync(join(tmpdir(), "gsd-settings-"))
    const folders = ["My 'Q' $(x) é", "a\\b `c`", "-n $HOME\t*", 'quo"te', "new\nline"]
    const start = (path: string, text: string): string => {
      writeFileSync(path, text)
      chmodSync(path, 0o755)
      const command = Result.getOrThrow(scriptCommand({ path, head: bytes(text.slice(0, 2)) }))
      return execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" }).trim()
    }
    for (const folder of folders) {
      mkdirSync(join(root, folder))
      const path = (name: string) => join(root, folder, name)
      assert.strictEqual(start(path("h.sh"), '#!/bin/sh\nprintf "%s %s" "$0" "$#"'), `${path("h.sh")} 0`)
      assert.strictEqual(start(path("h.cjs"), "console.log(process.argv[1])"), path("h.cjs"))
      assert.strictEqual(start(path("h.js"), "console.log(process.argv[1])"), path("h.js"))
      // Node itself imports no module whose path holds a backslash (ERR_INVALID_MODULE_SPECIFIER).
      if (folder.includes("\\")) continue
      assert.strictEqual(start(path("h.mjs"), "console.log(process.argv[1])"), path("h.mjs"))
    }
    rmSync(root, { recursive: true })
  })
})
