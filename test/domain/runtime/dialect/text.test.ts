import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { limited, oneLine } from "../../../../src/domain/runtime/dialect/limit.ts"
import { tomlBlock, tomlText } from "../../../../src/domain/runtime/dialect/tomlText.ts"
import {
  blockList,
  blockMap,
  flowList,
  plainText,
  quotedText,
  singleText,
  wellFormed
} from "../../../../src/domain/runtime/dialect/yamlText.ts"
import { HostileText, textOf } from "./arbitrary.ts"
import { readToml } from "./miniToml.ts"

const yaml = (text: string, version: "1.1" | "1.2" = "1.2"): unknown => parse(text, { version })

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

describe("YAML texts", () => {
  it.prop(
    "every form gives the text back, on one line and with nothing hidden in it",
    { parts: HostileText },
    ({ parts }) => {
      const text = wellFormed(textOf(parts))
      for (const write of [plainText, quotedText, singleText]) {
        const written = write(textOf(parts))
        assert.notMatch(written, hidden)
        assert.strictEqual(
          yaml(`key: ${written}`) instanceof Object && (yaml(`key: ${written}`) as { key: unknown }).key,
          text
        )
      }
      assert.deepStrictEqual(yaml(flowList([text, "b"])), [text, "b"])
      assert.deepStrictEqual(yaml(["key:", ...blockList([text, "b"])].join("\n")), { key: [text, "b"] })
      assert.deepStrictEqual(yaml(["key:", ...blockMap([["a", quotedText(text)]])].join("\n")), {
        key: { a: text }
      })
    }
  )

  it.each([
    "true",
    "No",
    "null",
    "y",
    "1e3",
    "0x1f",
    "2026-01-02",
    "",
    "-",
    "a: b",
    "a #b",
    "a:",
    "a,",
    ".inf"
  ])("quotes %j, which would be no text or another one", (text) => {
    assert.strictEqual(plainText(text), JSON.stringify(text))
    for (const version of ["1.1", "1.2"] as const) assert.strictEqual(yaml(plainText(text), version), text)
  })

  it.each(["gsd-plan", "Read, Grep, Bash(git log:*)", "mcp__context7__*", "fork"])(
    "leaves %j bare",
    (text) => {
      assert.strictEqual(plainText(text), text)
      for (const version of ["1.1", "1.2"] as const) assert.strictEqual(yaml(text, version), text)
    }
  )

  it("writes characters beyond the first plane as one code point, which strict readers ask for", () => {
    assert.strictEqual(quotedText("\u{e0041}\u200b"), String.raw`"\U000e0041\u200b"`)
    assert.strictEqual(quotedText("\ud800"), '"\ufffd"')
  })
})

describe("TOML texts", () => {
  it.prop("both forms give the text back to another reader", { parts: HostileText }, ({ parts }) => {
    const text = textOf(parts)
    const document = `one = ${tomlText(text)}\nmany = ${tomlBlock(text)}\n`
    assert.deepStrictEqual(readToml(document), { one: wellFormed(text), many: wellFormed(text) })
  })

  it.each([
    ["plain text stands as it is", "a\n\\b\n", "'''\na\n\\b\n'''"],
    ["three quotes of one kind take the other form", "a'''\\b", '"""\na\'\'\'\\\\b"""'],
    ["a quote at the end", "it's'", '"""\nit\'s\'"""'],
    ["quotes of both kinds", `'''""""`, '"""\n\'\'\'\\"\\""\\""""'],
    ["a line end of two characters", "a\r\nb", '"""\na\\r\nb"""'],
    ["a text that begins with a line end", "\na", "'''\n\na'''"]
  ])("%s", (_what, text, written) => {
    assert.strictEqual(tomlBlock(text), written)
    assert.deepStrictEqual(readToml(`many = ${written}\n`), { many: text })
  })
})

describe("limits", () => {
  it("counts the dots, and as the host counts", () => {
    const utf16 = { most: 8, counts: "utf16" } as const
    const points = { most: 8, counts: "code points" } as const
    assert.strictEqual(limited("12345678", utf16), "12345678")
    assert.strictEqual(limited("123456789", utf16), "12345...")
    assert.strictEqual(limited("\u{1f600}".repeat(8), points), "\u{1f600}".repeat(8))
    assert.strictEqual(limited("\u{1f600}".repeat(9), points), `${"\u{1f600}".repeat(5)}...`)
    assert.strictEqual(limited("\u{1f600}".repeat(9), utf16), `${"\u{1f600}".repeat(2)}...`)
  })

  it.prop(
    "is never passed, and twice is once",
    { parts: HostileText, most: Schema.Int },
    ({ most, parts }) => {
      const bound = { most: 4 + (Math.abs(most) % 60), counts: "utf16" } as const
      const text = limited(oneLine(textOf(parts)), bound)
      assert.isAtMost(text.length, bound.most)
      assert.strictEqual(limited(text, bound), text)
    }
  )
})
