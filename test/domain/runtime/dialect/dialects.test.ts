import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { converters as names } from "../../../../src/domain/capability/runtimeVocabulary.ts"
import { behaviorsOf, choiceOf } from "../../../../src/domain/runtime/dialect/behaviors.ts"
import {
  chooseConverter,
  converters,
  type ConverterName
} from "../../../../src/domain/runtime/dialect/converters.ts"
import { kimiAgents } from "../../../../src/domain/runtime/dialect/kimiAgents.ts"
import type { DialectContext, Source } from "../../../../src/domain/runtime/dialect/source.ts"
import { readToml } from "./miniToml.ts"
import { placeOf, runtimeNamed } from "./place.ts"

const source = (text: string, kind: Source["kind"] = "skill", stem = "ship"): Source => ({
  stem,
  kind,
  text,
  capability: "demo"
})

const written = (
  name: ConverterName,
  text: Source | string,
  place: DialectContext
): { readonly notes: ReadonlyArray<string>; readonly texts: ReadonlyArray<string> } => {
  const { files, notes } = Result.getOrThrow(
    converters[name](typeof text === "string" ? source(text) : text, place)
  )
  return { notes, texts: files.map((file) => file.text) }
}

const first = (name: ConverterName, text: Source | string, place: DialectContext): string =>
  written(name, text, place).texts[0] ?? ""

const claude = placeOf(runtimeNamed("claude"))

describe("folders of Claude Code", () => {
  const text = "---\ndescription: One\n---\n~/.claude/a and .claude/b\n"
  const write = (place: DialectContext) => first("convertClaudeCommandToClaudeSkill", text, place)

  it("stay where they are Claude's own", () => {
    assert.include(write(claude), "~/.claude/a and .claude/b")
    assert.include(write({ ...claude, scope: "local" }), "~/.claude/a and .claude/b")
  })

  it("move with a home that has moved", () => {
    assert.include(write({ ...claude, configDir: "/srv/claude" }), "/srv/claude/a and .claude/b")
  })
})

describe("what a front matter may not say", () => {
  const front = [
    "description: One",
    "tools: Read",
    "hooks: {PreToolUse: [{hooks: [{type: command, command: danger}]}]}",
    "mcpServers: {x: {command: danger}}",
    "permissionMode: bypassPermissions",
    "shell: danger"
  ]
  const text = `---\n${front.join("\n")}\n---\nBody\n`

  it("reaches no runtime: no hook, no server, no mode of permissions", () => {
    const kinds: ReadonlyArray<Source["kind"]> = ["skill", "command", "agent"]
    let count = 0
    for (const kind of kinds)
      for (const converter of [...names, null]) {
        const convert = chooseConverter({ converter, kind })
        const converted = convert(source(text, kind), claude)
        if (Result.isFailure(converted)) continue
        count += 1
        for (const file of converted.success.files)
          assert.notMatch(file.text, /danger|hooks|bypass/u, file.path)
        assert.match(converted.success.notes.join("\n"), /hooks, mcpServers, permissionMode, shell/)
      }
    assert.isAbove(count, names.length)
  })
})

describe("switches of a runtime", () => {
  it("are read from its manifest, and those of another type are absent", () => {
    assert.deepStrictEqual(
      behaviorsOf({
        brandingRewrites: { a: "b", c: 1 },
        soloStageMetadata: 7,
        skillFrontmatterVersion: "yes",
        skillPriorityFrontmatter: true
      }),
      {
        brandingRewrites: new Map([["a", "b"]]),
        skillFrontmatterVersion: false,
        skillPriorityFrontmatter: true,
        ownsClaudePaths: false
      }
    )
    assert.deepStrictEqual(choiceOf({ frontmatterDialect: "kilo", commandBodyConverter: null }), {
      frontmatterDialect: "kilo"
    })
  })

  it("choose how a command is written whose layout names no converter", () => {
    const choice = { converter: null, kind: "command" } as const
    assert.strictEqual(
      chooseConverter({ ...choice, frontmatterDialect: "opencode" }),
      converters.convertClaudeToOpencodeFrontmatter
    )
    assert.strictEqual(
      chooseConverter({ ...choice, frontmatterDialect: "kilo" }),
      converters.convertClaudeToKiloFrontmatter
    )
    assert.strictEqual(
      chooseConverter({ ...choice, frontmatterDialect: "__proto__" }),
      chooseConverter(choice)
    )
  })

  it("give skills of Qwen Code a place in its list when they have one", () => {
    const qwen = placeOf(runtimeNamed("qwen"))
    const at = (stem: string) =>
      /^priority: (\d+)$/mu.exec(
        first("convertClaudeCommandToClaudeSkill", source("One\n", "skill", stem), qwen)
      )?.[1]
    assert.deepStrictEqual([at("plan-phase"), at("ship"), at("other")], ["90", "60", undefined])
  })
})

describe("an agent of Codex", () => {
  const codex = placeOf(runtimeNamed("codex"))
  const toml = (text: string, place: DialectContext = codex) => {
    const { notes, texts } = written("convertClaudeAgentToCodexAgent", source(text, "agent"), place)
    return { values: readToml(texts[1] ?? ""), notes }
  }
  const withTools = (tools: string) => `---\ndescription: One\ntools: ${tools}\n---\nBody\n`

  it.each([
    ["Read, Edit", "workspace-write"],
    ["Write", "workspace-write"],
    ["Read, Bash", "read-only"],
    ["Write(.planning/**)", "read-only"]
  ])("with the tools %s has the sandbox %s", (tools, sandbox) => {
    assert.strictEqual(toml(withTools(tools)).values["sandbox_mode"], sandbox)
  })

  it("that names no tools may only read, and this is said", () => {
    const { notes, values } = toml("One\n")
    assert.strictEqual(values["sandbox_mode"], "read-only")
    assert.include(notes, "it names no tools, so its sandbox lets it read only")
  })

  it("says no sandbox where the runtime has none", () => {
    assert.notProperty(toml("One\n", { ...codex, sandboxTier: "none" }).values, "sandbox_mode")
  })

  it("takes a model that is set for it unless only Claude has it", () => {
    const pinned = (model: string) =>
      toml("One\n", { ...codex, agent: { model, effort: "high", tier: "light" } })
    const own = pinned("gpt-5").values
    assert.deepStrictEqual(
      [own["model"], own["model_reasoning_effort"], own["service_tier"], own["model_verbosity"]],
      ["gpt-5", "high", "flex", "low"]
    )
    const foreign = pinned("claude-opus-4")
    assert.notProperty(foreign.values, "model")
    assert.include(foreign.notes, "the model that is set for it is not one of this runtime: claude-opus-4")
  })
})

describe("kimiAgents", () => {
  it("names what cannot be written, and writes the rest", () => {
    const kimi = placeOf(runtimeNamed("kimi"), { prefix: "gsd" })
    const bad = source("---\nname: a\n", "agent", "bad")
    const { files, refused } = kimiAgents([bad, source("One\n", "agent", "true")], kimi)
    assert.deepStrictEqual(
      refused.map(({ problem, source: { stem } }) => [stem, problem._tag]),
      [["bad", "FrontmatterUnreadable"]]
    )
    assert.include(files[0]?.text, '    "true":\n      path: ./subagents/true.yaml\n')
  })
})

describe("notes", () => {
  it("say when a bound on an agent's tools is lost", () => {
    const { notes } = written(
      "convertClaudeAgentToCursorAgent",
      source("---\ndescription: One\ntools: Read\n---\n", "agent"),
      placeOf(runtimeNamed("cursor"))
    )
    assert.deepStrictEqual(notes, [
      "the runtime does not take of its front matter: tools",
      "it has every tool that the runtime gives its agents"
    ])
  })

  it("show names of keys and tools without what they hide", () => {
    const { notes } = written(
      "convertClaudeAgentToAntigravityAgent",
      source('---\ndescription: One\ntools: ["Task", "mcp__a\\u202eb"]\n"x\\u0007": 1\n---\n', "agent"),
      placeOf(runtimeNamed("antigravity"))
    )
    assert.deepStrictEqual(notes, [
      "the runtime does not take of its front matter: x\\u{7}",
      "its tools are left out that the runtime cannot be given: Task, mcp__a\\u{202e}b"
    ])
  })
})

describe("line ends", () => {
  it("of a front matter and header are those of the source", () => {
    const text = first(
      "convertClaudeCommandToCodexSkill",
      "---\r\ndescription: One\r\n---\r\n# Title\r\n",
      placeOf(runtimeNamed("codex"))
    )
    assert.notMatch(text, /(?<!\r)\n/u)
    assert.match(text, /<\/codex_skill_adapter>\r\n\r\n# Title\r\n$/u)
  })
})
