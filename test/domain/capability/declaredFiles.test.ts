import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { declaredFiles } from "../../../src/domain/capability/declaredFiles.ts"
import { judgeFiles } from "../../../src/domain/capability/judgeFiles.ts"
import { inertWarnings, judgeScripts } from "../../../src/domain/capability/judgeScripts.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { feature, lane, step } from "./build.ts"

const filesOf = (raw: Record<string, unknown>) =>
  declaredFiles(
    Option.getOrThrow(validateManifest({ folder: "sample", raw, origin: "third-party" }).manifest)
  )

const whole = feature({
  skills: ["scan"],
  agents: ["reader"],
  hooks: [{ event: "Stop", script: "./hooks//stop.js" }],
  commands: [{ family: "sample", module: "sample.cjs", router: "route" }],
  steps: [step({ fragment: { path: "loop/a.md" } }), step({ fragment: { inline: "text" } })],
  taskContentResolver: {
    trackerPrefix: "beads",
    invoke: { binary: "./bin/bd", args: ["{{id}}"], timeoutMs: 1 }
  },
  mcpServers: { a: { command: "./server.js" }, b: { command: "npx" } }
})

describe("declaredFiles", () => {
  it("lists named and implied files with what they are for", () => {
    assert.deepStrictEqual(
      filesOf(whole).map((file) => [file.kind, file.path, file.pointer, file.required, file.executable]),
      [
        ["hook-script", "hooks/stop.js", "/hooks/0/script", true, true],
        ["command-module", "sample.cjs", "/commands/0/module", true, true],
        ["fragment", "loop/a.md", "/steps/0/fragment/path", true, false],
        ["skill-entry", "skills/scan/SKILL.md", "/skills/0", false, false],
        ["agent-file", "agents/reader.md", "/agents/0", false, false],
        ["resolver-binary", "bin/bd", "/taskContentResolver/invoke/binary", true, true],
        ["mcp-command", "server.js", "/mcpServers/a/command", false, true]
      ]
    )
  })

  it("lists a lane's programs only when they are relative paths", () => {
    assert.deepStrictEqual(filesOf(lane()), [])
    const raw = lane({ probe: { kind: "command-exists", binary: "./bin/owl" } })
    assert.deepStrictEqual(
      filesOf(raw).map((file) => [file.kind, file.path]),
      [["probe-binary", "bin/owl"]]
    )
    const besides = lane({ requiresBinaries: ["git", ".\\bin\\jq", "/usr/bin/jq", "../jq", "~/jq"] })
    assert.deepStrictEqual(
      filesOf(besides).map((file) => [file.kind, file.path, file.pointer]),
      [
        ["required-binary", "bin/jq", "/reviewer/requiresBinaries/1"],
        ["required-binary", "../jq", "/reviewer/requiresBinaries/3"],
        ["required-binary", "~/jq", "/reviewer/requiresBinaries/4"]
      ]
    )
  })
})

describe("judgeFiles", () => {
  const present = [
    "hooks/stop.js",
    "sample.cjs",
    "loop/a.md",
    "skills/scan/SKILL.md",
    "agents/reader.md",
    "bin/bd",
    "server.js"
  ]

  it("finds nothing when every file is there", () => {
    assert.deepStrictEqual(judgeFiles(filesOf(whole), present), [])
  })

  it("refuses a missing script and warns about a missing skill file", () => {
    const problems = judgeFiles(
      filesOf(whole),
      present.filter((path) => !/stop|SKILL/u.test(path))
    )
    assert.deepStrictEqual(
      problems.map((problem) => [problem.rule, problem.severity, problem.pointer]),
      [
        ["files.missing", "error", "/hooks/0/script"],
        ["files.implied", "warning", "/skills/0"]
      ]
    )
  })

  it("points at a file that differs in case only", () => {
    const problems = judgeFiles(
      filesOf(whole),
      present.map((path) => path.replace("stop", "Stop"))
    )
    assert.deepStrictEqual(
      problems.map((problem) => problem.hint),
      ["Did you mean `hooks/Stop.js`?"]
    )
  })
})

describe("judgeScripts", () => {
  const hooks = ["a.sh", "b.sh", "c.cjs", "d"].map((script) => ({ event: "Stop", script }))
  const bytes = (text: string) => new TextEncoder().encode(text)
  const heads = new Map([
    ["a.sh", bytes("#!/bin/sh\n")],
    ["b.sh", bytes("echo\n")],
    ["c.cjs", bytes("run()\n")]
  ])

  it("warns about each script without a `#!` line that is no JavaScript, and says what would start it", () => {
    const problems = judgeScripts(filesOf(feature({ hooks })), heads)
    assert.deepStrictEqual(
      problems.map(({ pointer, rule, severity }) => [rule, severity, pointer]),
      [["files.hook-start", "warning", "/hooks/1/script"]]
    )
    assert.match(inertWarnings(problems).join(), /`b\.sh` cannot be started.*#!\/bin\/sh/u)
  })

  it("says nothing of a script that was not read, nor of other problems", () => {
    assert.deepStrictEqual(judgeScripts(filesOf(feature({ hooks })), new Map()), [])
    assert.deepStrictEqual(inertWarnings([{ rule: "mcp.args", message: "", hint: "" }]), [])
  })
})
