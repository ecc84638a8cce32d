import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { limits } from "../../../src/domain/limits.ts"
import { fragmentOf, fragmentOfBytes } from "../../../src/domain/loop/fragment.ts"
import { hidesSomething } from "../../../src/domain/text/escape.ts"

const told = (text: string): string => Result.getOrElse(fragmentOf(text), (problem) => `refused: ${problem}`)

const toldOf = (bytes: ReadonlyArray<number>): string =>
  Result.getOrElse(fragmentOfBytes(Uint8Array.from(bytes)), (problem) => `refused: ${problem}`)

describe("fragmentOf", () => {
  it("keeps a text of Markdown as it is, its last line ends aside", () => {
    const text = "# Title\n\n\t- `a\\b` ⚠️ ünïcödé\n\n```sh\nls\n```\n"
    assert.strictEqual(told(text), text.trimEnd())
  })

  it("reads CR LF and a byte order mark as an editor wrote them", () => {
    const bytes = [...new TextEncoder().encode("\ufeffa\r\nb\r\n")]
    assert.strictEqual(toldOf(bytes), "a\nb")
  })

  it("makes what is hidden visible: controls, direction marks, tags, a lone CR", () => {
    assert.strictEqual(told("a\u001b[2Jb\u202ec\u{e0041}d\re"), "a\\u{1b}[2Jb\\u{202e}c\\u{e0041}d\\u{d}e")
  })

  it("refuses a NUL, bytes that are no UTF-8, UTF-16, and more than the limit", () => {
    assert.strictEqual(told("a\u0000b"), "refused: it is no text: it holds a NUL")
    assert.strictEqual(toldOf([0x61, 0xff]), "refused: byte 1 is no UTF-8")
    assert.strictEqual(toldOf([0xff, 0xfe, 0x61, 0]), "refused: it is UTF-16LE, not UTF-8")
    assert.strictEqual(told("a".repeat(limits.fragmentBytes)).length, limits.fragmentBytes)
    assert.match(told("é".repeat(limits.fragmentBytes / 2 + 1)), /^refused: it has 262146 bytes/u)
  })

  it("closes a code fence or a comment that would swallow what comes after it", () => {
    assert.strictEqual(told("```sh\nls"), "```sh\nls\n```")
    assert.strictEqual(told("~~~~\n~~~\n```"), "~~~~\n~~~\n```\n~~~~")
    assert.strictEqual(told("a <!-- b"), "a <!-- b\n-->")
    for (const whole of ["```\na\n````", "a <!-- b --> c", "``` a `b`", "    ```\n"])
      assert.strictEqual(told(whole), whole.trimEnd())
  })

  it.prop(
    "leaves nothing hidden in any text, and does nothing to what it made",
    { text: Schema.String },
    ({ text }) => {
      const once = fragmentOf(text)
      if (Result.isFailure(once)) return assert.include(text, "\u0000")
      for (const line of once.success.replaceAll("\t", "").split("\n"))
        assert.isFalse(hidesSomething(line.replaceAll(/(?<=\p{Extended_Pictographic})\ufe0f/gu, "")))
      assert.deepStrictEqual(fragmentOf(once.success), once)
    }
  )
})
