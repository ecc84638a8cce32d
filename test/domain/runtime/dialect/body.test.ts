import { assert, describe, it } from "@effect/vitest"
import { rewritePaths, rootsOf } from "../../../../src/domain/runtime/dialect/pathMap.ts"
import { rewriteReferences } from "../../../../src/domain/runtime/dialect/references.ts"
import { segmentsOf } from "../../../../src/domain/runtime/dialect/segments.ts"
import { copilotTools, geminiTools, kiloTools } from "../../../../src/domain/runtime/dialect/toolMaps.ts"
import { mapTools, toolsOf } from "../../../../src/domain/runtime/dialect/tools.ts"
import { rewriteWords } from "../../../../src/domain/runtime/dialect/words.ts"
import { HostileText, textOf } from "./arbitrary.ts"
import { placeOf, runtimeNamed } from "./place.ts"

const known = { commandPrefix: "gsd-", commands: new Set(["ship"]) }

describe("rewriteReferences", () => {
  it.each([
    ["`/gsd:ship 3 --fast`", "`/gsd-ship 3 --fast`", "`$gsd-ship 3 --fast`"],
    ["/gsd-ship.", "/gsd-ship.", "$gsd-ship."],
    ["(/gsd:any)", "(/gsd-any)", "($gsd-any)"],
    ["/gsd:Ship", "/gsd-ship", "$gsd-ship"],
    ["gsd:ship, then", "gsd-ship, then", "gsd-ship, then"]
  ])("writes %j", (text, slash, sign) => {
    assert.strictEqual(rewriteReferences(text, "slash-hyphen", known), slash)
    assert.strictEqual(rewriteReferences(text, "shell-var", known), sign)
    assert.strictEqual(rewriteReferences(slash, "slash-hyphen", known), slash)
    assert.strictEqual(rewriteReferences(sign, "shell-var", known), sign)
  })

  it.each([
    "docs/gsd-ship.md",
    "/gsd-tools/bin/x",
    "./gsd-ship",
    "C:\\gsd-ship\\x",
    "https://host.example/gsd-ship",
    "/gsd-ship.md",
    "/gsd-ship/",
    "$/gsd-ship",
    "agsd:ship",
    "gsd:unknown",
    "npm:gsd:ship",
    "gsd: ship",
    "x-/gsd-ship",
    "/gsd-*"
  ])("leaves %j", (text) => {
    assert.strictEqual(rewriteReferences(text, "shell-var", known), text)
  })

  it("calls skills of Kimi by their word, and goes by another prefix", () => {
    assert.strictEqual(rewriteReferences("/gsd:ship", "slash-skill", known), "/skill:gsd-ship")
    assert.strictEqual(
      rewriteReferences("/gsd-ship", "slash-hyphen", { ...known, commandPrefix: "" }),
      "/ship"
    )
  })
})

describe("paths", () => {
  const codex = placeOf(runtimeNamed("codex"))
  const inHome = rootsOf("$HOME", codex)

  it.each([
    ["~/.claude/agents/a.md", "$HOME/.codex/agents/a.md"],
    ["${HOME}/.claude", "$HOME/.codex"],
    ["$HOME/.claude/skills/x/a.md", "$HOME/.agents/skills/x/a.md"],
    ["./.claude/notes.md", "./.codex/notes.md"],
    ["`.claude/notes.md`", "`.codex/notes.md`"]
  ])("writes %j", (text, written) => {
    assert.strictEqual(rewritePaths(text, inHome), written)
  })

  it.each([
    ".claude-plugin/x",
    ".claudeignore",
    "~/.claude.json",
    "/srv/.claude/x",
    "a.claude",
    "$X/.claude"
  ])("leaves %j", (text) => {
    assert.strictEqual(rewritePaths(text, inHome), text)
  })

  it("names a runtime outside the person's home in full, with slashes", () => {
    assert.strictEqual(rootsOf("$HOME", { ...codex, configDir: "/srv/codex/" }).config, "/srv/codex")
    const windows = { ...codex, home: "C:\\Users\\Ada", configDir: "C:\\Users\\Ada\\.codex" }
    assert.strictEqual(rootsOf("$HOME", windows).config, "$HOME/.codex")
    assert.strictEqual(
      rootsOf("$HOME", { ...codex, configDir: "/home/ada2/.codex" }).config,
      "/home/ada2/.codex"
    )
  })

  it("holds no path of one machine in a project", () => {
    const project = rootsOf("$HOME", { ...codex, scope: "local" })
    assert.strictEqual(rewritePaths("~/.claude/a and .claude/b", project), "./.codex/a and .codex/b")
  })

  it("takes a folder's dollar signs for what they are", () => {
    const place = { ...codex, configDir: "/srv/$&/$1" }
    assert.strictEqual(rewritePaths("~/.claude/a", rootsOf("$HOME", place)), "/srv/$&/$1/a")
  })
})

describe("segmentsOf", () => {
  it.prop("gives the body back", { parts: HostileText }, ({ parts }) => {
    const body = textOf(parts)
    assert.strictEqual(
      segmentsOf(body)
        .map(({ text }) => text)
        .join(""),
      body
    )
  })

  it("tells code from what is shown", () => {
    const body = [
      "a",
      "```sh",
      "b",
      "~~~",
      "```",
      "- ```",
      "  c",
      "  ```",
      "> ~~~~ json",
      "> ```",
      "> ~~~~",
      "``` not `code`",
      "<runtime_compatibility>",
      "d",
      "</runtime_compatibility>",
      "````text",
      "```",
      "````",
      "```js",
      "e"
    ].join("\n")
    assert.deepStrictEqual(
      segmentsOf(body).map(({ kind, text }) => `${kind}: ${text.replaceAll("\n", "|")}`),
      [
        "prose: a|",
        "code: ```sh|b|~~~|```|",
        "prose: - ```|  c|  ```|",
        "code: > ~~~~ json|> ```|> ~~~~|",
        "prose: ``` not `code`|",
        "kept: <runtime_compatibility>|d|</runtime_compatibility>|",
        "prose: ````text|```|````|",
        "code: ```js|e"
      ]
    )
  })
})

describe("rewriteWords", () => {
  it("writes whole words, the longest first, and nothing twice", () => {
    const words = new Map([
      ["a", "b"],
      ["b", "c"],
      ["a b", "d"],
      ["$x(", "$&"],
      ["", "never"]
    ])
    assert.strictEqual(rewriteWords("a, b, a b, ab, a-b, $x(1)", words), "b, c, d, ab, a-b, $&1)")
  })
})

describe("tools", () => {
  it.each([
    ["Read, Bash(git log:*, git show:*),Grep", ["Read", "Bash(git log:*, git show:*)", "Grep"]],
    ["[Read, Grep]", ["Read", "Grep"]],
    ["Read Grep", ["Read", "Grep"]],
    ["Bash(a", ["Bash(a"]]
  ])("reads %j", (line, texts) => {
    assert.deepStrictEqual(
      toolsOf(line)?.map(({ text }) => text),
      texts
    )
  })

  it.each([[undefined], [null], [""], ["*"], [[]], [["Read", "*"]], [7], [{ Read: true }]])(
    "takes %j for no bound",
    (value) => {
      assert.isUndefined(toolsOf(value))
    }
  )

  it("never gives a whole tool where its author gave a part", () => {
    const tools = toolsOf("Bash(git log:*), Read") ?? []
    for (const map of [copilotTools, geminiTools, kiloTools]) {
      const mapped = mapTools(tools, map)
      assert.strictEqual(mapped.tools.length, 1)
      assert.deepStrictEqual(mapped.left, ["Bash(git log:*)"])
    }
  })

  it("is not led astray by names that every object has", () => {
    const tools = toolsOf(["constructor", "__proto__"]) ?? []
    assert.deepStrictEqual(mapTools(tools, kiloTools), { tools: [], left: ["constructor", "__proto__"] })
  })
})
