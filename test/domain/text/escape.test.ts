import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { hidesSomething, shown, visible, visibleLine } from "../../../src/domain/text/escape.ts"

const specimens: ReadonlyArray<readonly [string, string]> = [
  ["escape and C0", "\u001b[38D\u001b[K\r\n\t\u0000"],
  ["DEL and C1", "\u007f\u0085\u009b"],
  ["bidi controls", "\u202a\u202e\u2066\u2069\u200e\u200f\u061c"],
  ["zero width", "\u200b\u200c\u200d\u2060\ufeff"],
  ["tag characters", "\u{e0001}\u{e0041}\u{e007f}"],
  ["variation selectors", "\ufe0f\u{e0100}\u{e01ef}"],
  ["separators", "\u2028\u2029"],
  ["soft hyphen and interlinear", "\u00ad\ufff9\ufffa\ufffb"],
  ["lone surrogates", "\ud800x\udc00"],
  ["fillers", "\u115f\u1160\u3164\uffa0\u034f\u17b4\u180e"],
  ["odd blanks", "\u00a0\u2003\u3000\u2800"],
  ["private use and unassigned", "\ue000\u{f0000}\uffff\u{1fffe}"]
]

/** Strings in which hidden characters are common. */
const hostile = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals([..."ab\\u{}0 é", "\u{1f600}", "\\u{a}", ...specimens.flatMap(([, text]) => [...text])])
    ),
    { maxLength: 12 }
  ),
  (characters) => characters.join("")
)

const unescaped = (text: string): string =>
  text.replace(/\\\\|\\u\{([0-9a-f]+)\}/gu, (whole, hex: string | undefined) =>
    hex === undefined ? whole.slice(1) : String.fromCodePoint(Number.parseInt(hex, 16))
  )

describe("visible", () => {
  it.each(specimens)("writes %s as escapes", (_, text) => {
    assert.isFalse(hidesSomething(visible(text)))
    for (const character of text.match(/[\s\S]/gu) ?? [])
      if (!/[ -~]/u.test(character)) assert.match(visible(character), /^\\u\{[0-9a-f]+\}$/u)
  })

  it("shows what it escapes by its code point", () => {
    assert.strictEqual(visible("a\u202eb\u{e0041}"), "a\\u{202e}b\\u{e0041}")
  })

  it("keeps text that a reader can see, and plain spaces", () => {
    assert.strictEqual(visible("Grüße, 世界 \u{1f600} e\u0301"), "Grüße, 世界 \u{1f600} e\u0301")
  })

  it("does not let a written escape look like an escaped character", () => {
    assert.notStrictEqual(visible("\\u{202e}"), visible("\u202e"))
    assert.strictEqual(visible("\\u{202e}"), "\\\\u{202e}")
  })

  it("cuts between escapes and counts the characters left out", () => {
    assert.strictEqual(visible("abcdef", 4), "abcd\\…(2 more)")
    assert.strictEqual(visible("ab\u202e\u202e", 5), "ab\\…(2 more)")
    assert.strictEqual(visible("abc\u{1f600}d", 4), "abc\\…(2 more)")
    assert.strictEqual(visible("x".repeat(5000), 400), `${"x".repeat(400)}\\…(4600 more)`)
  })

  it("takes no mark of a cut from a value", () => {
    assert.strictEqual(visible("abcd\\…(2 more)"), "abcd\\\\…(2 more)")
  })

  it.prop("leaves no hidden character in any text", [hostile], ([text]) => {
    assert.isFalse(hidesSomething(visible(text)))
    assert.notMatch(visible(text), /[\n\r]/u)
  })

  it.prop("can be undone before cutting, so no two texts look alike", [hostile], ([text]) => {
    assert.strictEqual(unescaped(visible(text)), text)
  })

  it.prop("keeps to the length given, whatever the text", [hostile], ([text]) => {
    const cut = visible(text, 6)
    assert.isAtMost(cut.replace(/\\…\(\d+ more\)$/u, "").length, 6)
    assert.isFalse(hidesSomething(cut))
  })

  it.prop("agrees on strings of any kind", [Schema.String], ([text]) => {
    assert.isFalse(hidesSomething(visible(text)))
  })
})

describe("visibleLine", () => {
  it("shows what a reader sees all of as it is, and cuts it like any other", () => {
    assert.strictEqual(visibleLine("printf '%s\\n' \\\\ é"), "printf '%s\\n' \\\\ é")
    assert.strictEqual(visibleLine("a\\bc\u{1f600}d", 4), "a\\bc\\…(2 more)")
  })

  it("takes no mark of ours from a line", () => {
    assert.strictEqual(visibleLine("a \\(escaped)"), "a \\\\(escaped) \\(escaped)")
    assert.strictEqual(visibleLine("a\\…(2 more)"), "a\\\\…(2 more) \\(escaped)")
  })

  it.prop("leaves no hidden character, and can be undone", [hostile], ([text]) => {
    const line = visibleLine(text)
    assert.isFalse(hidesSomething(line))
    const isEscaped = line.endsWith(" \\(escaped)")
    assert.strictEqual(isEscaped ? unescaped(line.slice(0, -" \\(escaped)".length)) : line, text)
  })
})

describe("shown", () => {
  it("escapes each value and leaves the sentence alone", () => {
    assert.strictEqual(shown`runs \`${"a\nb"}\` ${2} times`, "runs `a\\u{a}b` 2 times")
  })
})
