import { assert, describe, it } from "@effect/vitest"
import { hidesSomething } from "../../../src/domain/text/escape.ts"
import { unifiedDiff } from "../../../src/domain/text/diff.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("unifiedDiff", () => {
  it("shows the changed lines with their surroundings", () => {
    const lines = unifiedDiff({ path: "hooks/a.sh", before: bytes("a\nb\nc\n"), after: bytes("a\nB\nc\n") })
    assert.deepStrictEqual<ReadonlyArray<string>>(lines, [
      "--- a/hooks/a.sh",
      "+++ b/hooks/a.sh",
      "@@ -1,3 +1,3 @@",
      " a",
      "-b",
      "+B",
      " c"
    ])
  })

  it("escapes what a line would do to a terminal, carriage returns included", () => {
    const lines = unifiedDiff({ path: "a\u202e.sh", before: bytes("x\n"), after: bytes("y\u001b[K\r\nz\n") })
    assert.isTrue(lines.every((line) => !hidesSomething(line)))
    assert.include<string>(lines.join("|"), "+y\\u{1b}[K\\u{d}")
  })

  it("shows a line that hides nothing as it is, and marks and explains one that was escaped", () => {
    const plain = unifiedDiff({ path: "a.sh", after: bytes("printf 'Branch: %s\\n'\n") })
    assert.include<string>(plain, "+printf 'Branch: %s\\n'")
    assert.notInclude<string>(plain.join("\n"), "escaped")
    const lines = unifiedDiff({ path: "a.sh", after: bytes("printf '\\n'\nprintf '\\n'\u202e\n") })
    assert.deepStrictEqual<ReadonlyArray<string>>(lines.slice(2), [
      '\\ In a line that ends in "\\(escaped)", \\u{…} is a hidden character, and two backslashes are one',
      "@@ -0,0 +1,2 @@",
      "+printf '\\n'",
      "+printf '\\\\n'\\u{202e} \\(escaped)"
    ])
  })

  it("names files that are no text with size and hash", () => {
    const lines = unifiedDiff({ path: "b", before: new Uint8Array([0, 1]), after: new Uint8Array([0xff]) })
    assert.lengthOf(lines, 4)
    assert.match(lines[2] ?? "", /^- not shown: 2 bytes, sha512 [0-9a-f]{128}$/u)
    assert.match(lines[3] ?? "", /^\+ not shown: 1 bytes, sha512 [0-9a-f]{128}$/u)
  })

  it("says which side is absent", () => {
    assert.include<string>(unifiedDiff({ path: "n", after: bytes("x\n") })[0] ?? "", "/dev/null")
    assert.include<string>(unifiedDiff({ path: "n", before: bytes("x\n") })[1] ?? "", "/dev/null")
  })

  it("starts an empty side where git does", () => {
    assert.strictEqual<string | undefined>(
      unifiedDiff({ path: "n", after: bytes("x\n") })[2],
      "@@ -0,0 +1,1 @@"
    )
    assert.strictEqual<string | undefined>(
      unifiedDiff({ path: "n", before: bytes("x\n") })[2],
      "@@ -1,1 +0,0 @@"
    )
  })

  it("marks a missing last newline as diffs do", () => {
    const lines = unifiedDiff({ path: "n", before: bytes("x"), after: bytes("x\n") })
    assert.include(lines.join("|"), "|\\ No newline at end of file|")
  })

  it("cuts a long difference and counts the rest", () => {
    const after = Array.from({ length: 500 }, (_, index) => `line ${index}\n`).join("")
    const lines = unifiedDiff({ path: "n", after: bytes(after) }, 10)
    assert.lengthOf(lines, 11)
    assert.strictEqual<string>(lines[10] ?? "", "\\…(493 more lines)")
  })

  it("gives up comparing what differs everywhere, without showing nothing", () => {
    const side = (word: string) =>
      bytes(Array.from({ length: 6000 }, (_, index) => `${word} ${index}\n`).join(""))
    const lines = unifiedDiff({ path: "n", before: side("a"), after: side("b") })
    assert.include<string>(lines.join("\n"), "not shown")
  })
})
