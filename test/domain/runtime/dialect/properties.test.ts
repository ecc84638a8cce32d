import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parse } from "yaml"
import { converters as names } from "../../../../src/domain/capability/runtimeVocabulary.ts"
import { partFrontmatter } from "../../../../src/domain/planning/frontmatter.ts"
import { converters } from "../../../../src/domain/runtime/dialect/converters.ts"
import { problemClause } from "../../../../src/domain/runtime/dialect/problem.ts"
import type { Converted, DialectContext, Source } from "../../../../src/domain/runtime/dialect/source.ts"
import { HostileText, textOf } from "./arbitrary.ts"
import { readToml } from "./miniToml.ts"
import { entries, placeOf, runtimeNamed } from "./place.ts"

type Name = (typeof names)[number]

const runtimeOf = (name: Name): string =>
  entries.find(({ entry }) => entry.converter === name)?.runtime.id ?? "windsurf"

const places = new Map(names.map((name) => [name, placeOf(runtimeNamed(runtimeOf(name)))]))

const placeFor = (name: Name): DialectContext => places.get(name) ?? placeOf(runtimeNamed("claude"))

const kindFor = (name: Name): Source["kind"] => {
  if (name.startsWith("convertClaudeAgent")) return "agent"
  return name.startsWith("convertClaudeTo") ? "command" : "skill"
}

const convert = (name: Name, text: string, stem = "ship") =>
  converters[name]({ stem, kind: kindFor(name), text, capability: "demo" }, placeFor(name))

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu

const texts = ({ files }: Converted): ReadonlyArray<string> => files.map(({ text }) => text)

const body = (text: string): string => Result.getOrThrow(partFrontmatter(text)).body

describe("every converter", () => {
  it.prop("writes or refuses any text, and what it writes parses", { parts: HostileText }, ({ parts }) => {
    const text = textOf(parts)
    for (const name of names) {
      const converted = convert(name, text)
      if (Result.isFailure(converted)) {
        assert.isNotEmpty(problemClause(converted.failure))
        continue
      }
      for (const file of converted.success.files) {
        assert.isAtMost(file.text.match(controls)?.length ?? 0, text.match(controls)?.length ?? 0, name)
        if (file.path.endsWith(".toml")) readToml(file.text)
        else if (file.text.startsWith("---")) {
          const front = Result.getOrThrow(partFrontmatter(file.text)).front ?? ""
          const keys: unknown = parse(front, { version: "1.1" })
          assert.isObject(keys, `${name}: ${front}`)
          if (/^name:/mu.test(front)) assert.propertyVal(keys, "name", converted.success.name)
        } else assert.isTrue(name.endsWith("Workflow"), name)
      }
    }
  })

  it.prop("writes a skill anew as it is", { parts: HostileText }, ({ parts }) => {
    for (const name of names.filter((one) => one.endsWith("Skill"))) {
      const once = convert(name, textOf(parts))
      if (Result.isFailure(once)) continue
      const [first = ""] = texts(once.success)
      const twice = convert(name, first)
      assert.deepStrictEqual(Result.isSuccess(twice) ? texts(twice.success) : twice.failure, [first], name)
    }
  })

  it.prop("keeps the body's bytes when nothing in it is another's", { parts: HostileText }, ({ parts }) => {
    const plain = textOf(parts).replace(/claude|gsd|ARGUMENTS|clear|general|Bash|---/giu, "x")
    const text = `---\ndescription: One\n---\n${plain}`
    for (const name of names) {
      const converted = Result.getOrThrow(convert(name, text))
      const file = converted.files.find(({ path }) => !path.endsWith(".toml") && !name.endsWith("Workflow"))
      if (file !== undefined) assert.isTrue(body(file.text).endsWith(plain), name)
    }
  })

  it("gives a Codex agent's text to the TOML byte for byte", () => {
    const plain = "'''\n\"\"\"\\u0041\r\n\t\u0001 it's\"'"
    const converted = Result.getOrThrow(
      convert("convertClaudeAgentToCodexAgent", `---\ndescription: 'A "b" \\'\n---\n${plain}`)
    )
    const toml = converted.files.find(({ path }) => path === "ship.toml")
    assert.deepStrictEqual(readToml(toml?.text ?? ""), {
      name: "ship",
      description: 'A "b" \\',
      sandbox_mode: "read-only",
      developer_instructions: plain
    })
  })

  it.each([
    "a".repeat(50_000),
    " ".repeat(50_000),
    "/gsd-".repeat(10_000),
    "gsd-a".repeat(10_000),
    "/clear ".repeat(7_000),
    "`".repeat(50_000),
    "> ".repeat(25_000),
    "~/.claude".repeat(5_000),
    `${" ".repeat(25_000)}/clear${" ".repeat(25_000)}x`,
    "```\n".repeat(12_000),
    "<runtime_compatibility>\n".repeat(2_000),
    "- ".repeat(25_000),
    `---\ntools: ${"a,".repeat(5_000)}\n---\n`,
    `---\ntools: ${"(".repeat(7_000)}\n---\n`,
    `---\ndescription: ${" # ".repeat(5_000)}: x: y\n---\n`,
    `---\ndescription: x\ncolor: ${"a, ".repeat(5_000)}#\n---\n`
  ])("is done with a long text at once", { timeout: 20_000 }, (text) => {
    for (const name of names) convert(name, text)
  })
})

describe("names", () => {
  const nameOf = (stem: string) => {
    const converted = convert("convertClaudeCommandToClaudeSkill", "---\nname: other\n---\nOne\n", stem)
    return Result.map(converted, ({ files, name }) => [
      name,
      files[0]?.path,
      /^name: (.*)$/mu.exec(files[0]?.text ?? "")?.[1]
    ])
  }

  it("are those of the skill's folder", () => {
    assert.deepStrictEqual(Result.getOrThrow(nameOf("ship")), ["gsd-ship", "gsd-ship/SKILL.md", "gsd-ship"])
  })

  it.each(["a--b", "a-", "A", "..", "a/b", "", "a".repeat(61), "con\u0000"])("refuses %j", (stem) => {
    const named = nameOf(stem)
    assert.strictEqual(Result.isFailure(named) && named.failure._tag, "NameUnusable")
  })

  it("two stems never come to one name", () => {
    assert.deepStrictEqual(Result.getOrThrow(nameOf("gsd-ship"))[0], "gsd-gsd-ship")
  })

  it("of a command leave the prefix to a folder of that name", () => {
    const place = { ...placeOf(runtimeNamed("claude")), destSubpath: "commands/gsd" }
    const source: Source = { stem: "ship", kind: "command", text: "One\n", capability: "demo" }
    const { files } = Result.getOrThrow(converters.convertClaudeCommandToCodebuddyCommand(source, place))
    assert.strictEqual(files[0]?.path, "ship.md")
  })
})

describe("what is refused", () => {
  const tagOf = (text: string, change: Partial<DialectContext> = {}, kind: Source["kind"] = "skill") => {
    const place = { ...placeOf(runtimeNamed("codex")), ...change }
    const result = converters.convertClaudeCommandToCodexSkill(
      { stem: "ship", kind, text, capability: "demo" },
      place
    )
    return Result.isSuccess(result) ? "written" : result.failure._tag
  }

  it("a text without a description or a line of prose", () => {
    assert.strictEqual(tagOf("---\nname: a\n---\n\n```\n"), "DescriptionMissing")
    assert.strictEqual(tagOf(""), "DescriptionMissing")
    assert.strictEqual(tagOf("# Ship it\n"), "written")
  })

  it("an agent where skills are written", () => {
    assert.strictEqual(tagOf("One\n", {}, "agent"), "KindRefused")
  })

  it("a folder that would end a line of the text", () => {
    assert.strictEqual(tagOf("One\n", { configDir: "/srv/a\nb" }), "PathUnwritable")
  })

  it("front matter without an end", () => {
    assert.strictEqual(tagOf("---\nname: a\n"), "FrontmatterUnreadable")
  })
})
