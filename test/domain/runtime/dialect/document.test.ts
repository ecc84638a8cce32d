import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readDocument } from "../../../../src/domain/runtime/dialect/document.ts"

const read = (text: string) => Result.getOrThrow(readDocument(text))

const problem = (text: string): string => {
  const result = readDocument(text)
  if (Result.isSuccess(result)) throw new Error("it was read")
  return result.failure._tag === "FrontmatterUnreadable" ? result.failure.reason : result.failure._tag
}

describe("readDocument", () => {
  it("leaves the body byte for byte", () => {
    const body = "\r\n# Title \r\n\u0000\ttext\n\n---\n"
    assert.strictEqual(read(`---\nname: a\n---\n${body}`).body, body)
    assert.strictEqual(read(body).body, body)
  })

  it.each([
    ["lines that end in two characters", "---\r\nname: a\r\n---\r\nbody\r\n", "\r\n", "body\r\n"],
    ["a byte order mark", "\ufeff---\nname: a\n---\nbody", "\n", "body"],
    ["front matter alone", "---\nname: a\n---", "\n", ""],
    ["dots that close it", "---\nname: a\n...\nbody", "\n", "body"]
  ])("reads %s", (_what, text, lineEnd, body) => {
    const document = read(text)
    assert.deepStrictEqual([...document.front], [["name", "a"]])
    assert.deepStrictEqual([document.lineEnd, document.body, document.loose], [lineEnd, body, false])
  })

  it.each([
    ["none", "# Title\n", "# Title\n"],
    ["a byte order mark alone", "\ufeffTitle", "Title"],
    ["nothing", "", ""],
    ["an empty one", "---\n---\nbody", "body"],
    ["a rule further down", "text\n---\nname: a\n---\n", "text\n---\nname: a\n---\n"]
  ])("says nothing with %s", (_what, text, body) => {
    assert.deepStrictEqual([read(text).front.size, read(text).body], [0, body])
  })

  it("reads what is no YAML line by line, as hosts do", () => {
    const yaml = [
      "# of a person",
      "name: review",
      "description: Use when: a phase is done # later",
      "argument-hint: [phase] [--deep]",
      "user-invocable: false",
      "quoted: 'it''s' ",
      "tools:",
      "  - Read",
      "  - Bash(git log:*)",
      "folded: >-",
      "  one",
      "  two",
      "empty:",
      "more: a",
      "  b"
    ]
    const { front, loose } = read(`---\n${yaml.join("\n")}\n---\n`)
    assert.isTrue(loose)
    assert.deepStrictEqual(Object.fromEntries(front), {
      name: "review",
      description: "Use when: a phase is done",
      "argument-hint": "[phase] [--deep]",
      "user-invocable": false,
      quoted: "it's",
      tools: ["Read", "Bash(git log:*)"],
      folded: "one two",
      empty: null,
      more: "a b"
    })
  })

  it("takes what YAML would call an alias or an anchor for text", () => {
    assert.deepStrictEqual(
      [...read("---\ndescription: *new* words\nname: &x\n---\n").front],
      [
        ["description", "*new* words"],
        ["name", "&x"]
      ]
    )
  })

  it("keeps keys that every object has apart", () => {
    const { front } = read("---\n__proto__: a\nconstructor: b\nhint: [a] [b]\n---\n")
    assert.deepStrictEqual([front.get("__proto__"), front.get("constructor")], ["a", "b"])
  })

  it.each([
    ["no end", "---\nname: a\n", "its front matter is not closed by a line `---`"],
    ["a key twice", "---\nname: a\nname: b\n---\n", "its front matter says `name` twice"],
    ["a list alone", "---\n- a\n---\n", "its front matter is no list of keys and values"]
  ])("refuses %s", (_what, text, reason) => {
    assert.strictEqual(problem(text), reason)
  })

  it("refuses front matter without bound", () => {
    assert.match(problem(`---\n${"a: b\n".repeat(20_000)}---\n`), /no end within 65536 characters/)
  })
})
