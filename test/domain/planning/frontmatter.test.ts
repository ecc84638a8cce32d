import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { limits } from "../../../src/domain/limits.ts"
import { frontmatterOf, partFrontmatter } from "../../../src/domain/planning/frontmatter.ts"

const problem = (text: string): string => {
  const read = frontmatterOf(text)
  return Result.isFailure(read) ? read.failure : JSON.stringify(read.success)
}

const fronted = (yaml: string): string => `---\n${yaml}\n---\n# Title\n`

describe("frontmatterOf", () => {
  it("reads texts, numbers, truth values, lists and records", () => {
    const yaml = [
      "status: approved",
      'quoted: "0"',
      "threats_open: 0",
      "ok: true",
      "no: no",
      "when: 2026-01-02",
      "empty:",
      "list: [a, b]",
      "items:",
      "  - one",
      "  - two: 2"
    ]
    assert.deepStrictEqual(Result.getOrThrow(frontmatterOf(fronted(yaml.join("\n")))), {
      status: "approved",
      quoted: "0",
      threats_open: 0,
      ok: true,
      no: "no",
      when: "2026-01-02",
      empty: null,
      list: ["a", "b"],
      items: ["one", { two: 2 }]
    })
  })

  it.each([
    ["no front matter", "# Title\n\n---\na: 1\n---\n"],
    ["a line above it", "\n---\na: 1\n---\n"],
    ["more dashes", "----\na: 1\n---\n"],
    ["nothing between the marks", "---\n---\n"],
    ["only a comment", "---\n# nothing\n---\n"],
    ["nothing at all", ""]
  ])("is empty with %s", (_what, text) => {
    assert.deepStrictEqual(frontmatterOf(text), Result.succeed({}))
  })

  it.each([
    ["CRLF and a byte order mark", "\ufeff---\r\nstatus: done\r\n---\r\n"],
    ["lone carriage returns", "---\rstatus: done\r---\r"],
    ["no line end behind it", "---\nstatus: done\n---"],
    ["blanks behind the marks", "--- \t\nstatus: done\n---  \n"]
  ])("reads it with %s", (_what, text) => {
    assert.deepStrictEqual(Result.getOrThrow(frontmatterOf(text)), { status: "done" })
  })

  it.each([
    ["no end", "---\na: 1\n", "its front matter is not closed by a line `---`"],
    ["a key twice", fronted("a: 1\na: 2"), "its front matter says `a` twice"],
    ["a key twice, deeper", fronted("x:\n  a: 1\n  a: 2"), "its front matter says `a` twice"],
    ["an anchor", fronted("a: &b 1"), "its front matter uses an anchor (`&name`)"],
    ["an alias", fronted("a: *b"), "its front matter uses an alias (`*name`)"],
    ["a list at the top", fronted("- a"), "its front matter is no list of keys and values"],
    ["a key that is a list", fronted("? [a]\n: b"), "its front matter has a key that is no plain text"],
    [
      "no number",
      fronted("a: .nan"),
      "its front matter holds a value that is no text, number, truth value or list"
    ],
    ["brackets that never close", fronted("a: [1, 2"), "its front matter is no YAML"],
    ["a tab that indents", fronted("a:\n\t- b"), "its front matter is no YAML"],
    ["a stray tag", fronted("a: !!binary AAAA"), "its front matter"]
  ])("refuses %s", (_what, text, expected) => {
    assert.include(problem(text), expected)
  })

  it("keeps keys that objects have of their own as plain members", () => {
    const read = Result.getOrThrow(frontmatterOf(fronted("__proto__: a\nconstructor: b")))
    assert.deepStrictEqual(Object.keys(read), ["__proto__", "constructor"])
    assert.strictEqual(Object.getPrototypeOf(read), Object.prototype)
  })

  it("ends soon on what is made to be slow or deep", () => {
    const deepest = limits.frontmatterBytes / 4
    const hostile = [
      fronted(`a: ${"[".repeat(deepest)}${"]".repeat(deepest)}`),
      fronted(`${"- ".repeat(deepest)}a`),
      fronted(Array.from({ length: 2000 }, (_, index) => `${" ".repeat(index % 30)}k${index}:`).join("\n")),
      fronted(Array.from({ length: 30 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")),
      fronted("k: v\n".repeat(8000)),
      `---\n${"a".repeat(limits.planBytes)}`,
      fronted(`a: "${"\\".repeat(9999)}`)
    ]
    for (const text of hostile) assert.include(problem(text), "its front matter")
  })
})

describe("partFrontmatter", () => {
  it("tells the body and the lines before it", () => {
    assert.deepStrictEqual(
      partFrontmatter("---\r\na: 1\r\n---\r\nbody\r\n"),
      Result.succeed({ front: "a: 1\r\n", body: "body\r\n", lines: 3 })
    )
    assert.deepStrictEqual(
      partFrontmatter("body"),
      Result.succeed({ front: undefined, body: "body", lines: 0 })
    )
  })
})
