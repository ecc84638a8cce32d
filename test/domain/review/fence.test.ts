import { assert, describe, it } from "@effect/vitest"
import { codeCell, codeSpan, fenced, headingText, shownBlock } from "../../../src/domain/review/fence.ts"

describe("fenced", () => {
  it.each([
    ["x", "```\nx\n```"],
    ["x\n", "```\nx\n```"],
    ["a ``` b", "````\na ``` b\n````"],
    ["`````", "``````\n`````\n``````"],
    ["", "```\n```"]
  ])("puts %j between fences it cannot close", (text, expected) => {
    assert.strictEqual(fenced(text), expected)
  })
})

describe("codeSpan", () => {
  it.each([
    ["plain", "`plain`"],
    ["a `b` c", "``a `b` c``"],
    ["`b`", "`` `b` ``"],
    ["a ``b`` `c", "```a ``b`` `c```"],
    ["two\n\nlines", "`two lines`"],
    ["\u001b[2J", "`\\u{1b}[2J`"],
    [" ", "(empty)"]
  ])("writes %j as one piece of inline code", (text, expected) => {
    assert.strictEqual(codeSpan(text), expected)
  })

  it("cuts by characters and says how many are left out", () => {
    assert.strictEqual(codeSpan("\u{1f600}".repeat(9), 4), `\`${"\u{1f600}".repeat(4)} …(5 more)\``)
  })

  it("keeps a cell of a table whole", () => {
    assert.strictEqual(codeCell("a | b"), "`a \\| b`")
  })
})

describe("headingText", () => {
  it("leaves no character that is markup", () => {
    assert.strictEqual(headingText("a `b` *c* [d](e)\n# f <g>"), "a \\`b\\` \\*c\\* \\[d\\](e) \\# f \\<g\\>")
  })
})

describe("shownBlock", () => {
  it("escapes what hides, and keeps tabs, backslashes and the colours of pictographs", () => {
    assert.strictEqual(shownBlock("a\tb\\d ⚠️\r\nc\rd\u202e"), "a\tb\\d ⚠️\nc\\u{d}d\\u{202e}")
    assert.strictEqual(shownBlock("a\ufe0f"), "a\\u{fe0f}")
  })
})
