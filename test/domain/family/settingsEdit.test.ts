import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { byteText, bytesOf, readable, utf8Text } from "../../../src/domain/family/byteText.ts"
import {
  applySplices,
  inverseSplices,
  planEdits,
  type LineEdit
} from "../../../src/domain/family/settingsEdit.ts"
import { readSettings } from "../../../src/domain/family/settingsText.ts"

const set = (key: string, value: string): LineEdit => ({ _tag: "Set", key, value: utf8Text(value) })
const unset = (key: string): LineEdit => ({ _tag: "Unset", key })

const edited = (text: string, ...edits: ReadonlyArray<LineEdit>): string =>
  applySplices(text, planEdits(text, edits))

describe("planEdits", () => {
  it.each([
    ["an empty file", "", "B=2\n"],
    ["a file", "A=1\n", "A=1\nB=2\n"],
    ["a file of another system's line ends", "A=1\r\n", "A=1\r\nB=2\r\n"],
    ["a last line without line end, which stays last as it is", "A=1\nC=3", "A=1\nB=2\nC=3"],
    [
      "a lone line with a byte order mark, which stays first",
      "\u00EF\u00BB\u00BFA=1",
      "\u00EF\u00BB\u00BFA=1\nB=2"
    ]
  ])("adds a line to %s", (_, before, after) => {
    assert.strictEqual(edited(before, set("B", "2")), after)
    assert.strictEqual(edited(after, unset("B")), before)
  })

  it("replaces a value in its place, and keeps the line end", () => {
    assert.strictEqual(edited("# a\r\nA=1\r\n\r\nB=2", set("A", "x=y")), "# a\r\nA=x=y\r\n\r\nB=2")
    assert.strictEqual(edited("A=1\nB=2\r", set("B", "3")), "A=1\nB=3\r")
  })

  it("takes out every line of a key, and keeps malformed ones of a like name", () => {
    assert.strictEqual(edited("A=1\nexport A=2\n A=3\nA=4\r\nAB=5\n", unset("A")), "export A=2\n A=3\nAB=5\n")
    assert.strictEqual(edited("A=1\nB=2", unset("B")), "A=1\n")
    assert.strictEqual(edited("A=1", unset("A")), "")
  })

  it("leaves one line of a key that is set, or cleared of others", () => {
    assert.strictEqual(edited("A=1\nB=2\nA=3\n", set("A", "4")), "B=2\nA=4\n")
    assert.strictEqual(edited("A=1\nB=2\nA=3\n", { _tag: "Deduplicate", key: "A" }), "B=2\nA=3\n")
  })

  it("changes nothing where everything is said already", () => {
    assert.deepStrictEqual(planEdits("A=1\r\n", [set("A", "1"), unset("B")]), [])
  })

  it("keeps the line end behind a byte order mark's line while another line follows", () => {
    const text = "\u00EF\u00BB\u00BFA=1\nB=2"
    assert.strictEqual(edited(text, set("C", "3"), unset("B")), "\u00EF\u00BB\u00BFA=1\nC=3\n")
  })

  it("makes several edits at once", () => {
    const text = "A=1\nB=2\nC=3"
    assert.strictEqual(
      edited(text, set("D", "4"), unset("C"), set("A", "9"), set("E", "5")),
      "A=9\nB=2\nD=4\nE=5\n"
    )
  })
})

const oneOf = <const A extends string>(...texts: ReadonlyArray<A>) => Arbitrary.schema(Schema.Literals(texts))

const piece = oneOf(
  "A=1",
  "A=",
  "B=two",
  "B=x\ry",
  "C=\u00E9",
  "# note",
  "",
  "  ",
  "export A=1",
  " A=1",
  "\uFEFFA=0",
  "__proto__=1",
  "C=\u{1F600} \u001b[31m"
)
const end = oneOf("\n", "\r\n", "\r", "\n\n", "")
const mark = oneOf("", "\uFEFF")

/** Files of every kind of line, line end and start. */
const file = Arbitrary.map(
  Arbitrary.all([mark, Arbitrary.array(Arbitrary.all([piece, end]), { maxLength: 8 })]),
  ([start, lines]) => byteText(new TextEncoder().encode(start + lines.flat().join("")))
)
const key = oneOf("A", "B", "C", "D")
const value = oneOf("1", "two", "", "#=", "\u00E9\u{1F600}")
const kind = oneOf("Set", "Unset", "Deduplicate")

const editOf = (tag: "Set" | "Unset" | "Deduplicate", name: string, text: string): LineEdit =>
  tag === "Set" ? set(name, text) : { _tag: tag, key: name }

const readingOf = (text: string) =>
  readSettings({ registry: [], text: readable(bytesOf(text)), environment: {} })

describe("any file", () => {
  it.effect.prop(
    "has the same bytes after a key that it does not set is set and unset again",
    [file, value],
    ([text, given]) =>
      Effect.sync(() => {
        const after = edited(text, set("NEW", given))
        assert.deepStrictEqual(readingOf(after).parsed.filter((line) => line.key === "NEW").length, 1)
        assert.strictEqual(edited(after, unset("NEW")), text)
      })
  )

  it.effect.prop(
    "has the same bytes after a value is changed and changed back",
    [file, key, value],
    ([text, name, given]) =>
      Effect.sync(() => {
        const lines = readingOf(text).parsed.filter((line) => line.key === name)
        const [only] = lines
        if (only === undefined || lines.length > 1) return
        assert.strictEqual(edited(edited(text, set(name, given)), set(name, only.value)), text)
      })
  )

  it.effect.prop(
    "has the same bytes after edits and their inverse, whatever they are",
    [file, Arbitrary.array(Arbitrary.all([kind, value]), { maxLength: 4 })],
    ([text, chosen]) =>
      Effect.sync(() => {
        const edits = chosen.map(([tag, given], index) => editOf(tag, "ABCD"[index] ?? "A", given))
        const splices = planEdits(text, edits)
        assert.strictEqual(applySplices(applySplices(text, splices), inverseSplices(splices)), text)
      })
  )

  it.effect.prop(
    "says what was set, and of other keys what it said before",
    [file, key, value],
    ([text, name, given]) =>
      Effect.sync(() => {
        const before = readingOf(text)
        const after = readingOf(edited(text, set(name, given)))
        const others = (reading: typeof before) =>
          reading.parsed.filter((line) => line.key !== name).map((line) => [line.key, line.value])
        assert.deepStrictEqual(others(after), others(before))
        assert.deepStrictEqual(
          after.parsed.filter((line) => line.key === name).map((line) => line.value),
          [given]
        )
        assert.strictEqual(after.malformedLines.length, before.malformedLines.length)
      })
  )
})

describe("byteText", () => {
  it("keeps bytes that are no UTF-8", () => {
    const bytes = Uint8Array.from([0xff, 0x41, 0x3d, 0x31, 0x0a, 0xc3])
    assert.deepStrictEqual(
      bytesOf(edited(byteText(bytes), set("B", "\u00E9"))),
      Uint8Array.from([0xff, 0x41, 0x3d, 0x31, 0x0a, 0x42, 0x3d, 0xc3, 0xa9, 0x0a, 0xc3])
    )
  })

  it("takes large files", () => {
    const bytes = new Uint8Array(200_000).fill(0x23)
    assert.deepStrictEqual(bytesOf(byteText(bytes)), bytes)
  })
})
