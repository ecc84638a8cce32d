import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readTree } from "../../../src/domain/settings/readTree.ts"
import { cutOurs } from "../../../src/domain/settings/cutOurs.ts"
import { readDocument } from "../../../src/domain/settings/document.ts"
import type { SettingsDocument } from "../../../src/domain/settings/document.ts"
import { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import { spotsOf } from "../../../src/domain/settings/spots.ts"
import { nodesOn } from "../../../src/domain/settings/tree.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import {
  asStrict,
  choices,
  Choices,
  documentFrom,
  foreignIn,
  leniency,
  owners,
  textOf,
  valueIn
} from "./documents.ts"

const runs = Number(process.env["GSD_SETTINGS_RUNS"] ?? "150")
const options = { timeout: 600_000, arbitrary: { runs } }
const input = { start: choices(0, 150), walk: choices(1, 24) }

/** Holds some member, so that no blanks of an empty root were replaced. */
const valueOfRoot = (text: string): boolean =>
  Result.match(readTree(text, { strict: false, maxDepth: 100 }), {
    onFailure: () => false,
    onSuccess: (tree) => (tree.root?.slots.length ?? 0) > 0
  })

/** Where our entries stand, from the key or the item to its end. */
const ourRanges = (document: SettingsDocument, wiring: FileWiring) => {
  const { tree } = Result.getOrThrow(readDocument(document))
  return spotsOf(tree, wiring.entries).flatMap(({ item }) => {
    const holder = nodesOn(tree, item).at(-2)
    const slot = holder?.slots[item.at(-1) ?? 0]
    return slot === undefined ? [] : [[slot.start, slot.value.end] as const]
  })
}

/** A file and our record of it, walked by owners coming and going. */
class File {
  document: SettingsDocument
  wiring: FileWiring | undefined = undefined
  readonly present = new Set<string>()
  constructor(document: SettingsDocument) {
    this.document = document
  }
  get text(): string {
    return textOf(this.document.bytes)
  }
  put(bytes: Uint8Array | undefined, wiring: FileWiring | undefined): void {
    this.document = { ...this.document, bytes }
    // The ledger is a file: what cannot be encoded and decoded is lost.
    const json: unknown = wiring === undefined ? undefined : JSON.parse(JSON.stringify(wiring))
    this.wiring = json === undefined ? undefined : Schema.decodeUnknownSync(FileWiring)(json)
    assert.deepStrictEqual(this.wiring, wiring)
  }
  wire(which: number): boolean {
    const wanted = owners[which % owners.length] ?? { owner: "", entries: [] }
    const result = wire(this.document, this.wiring, wanted)
    if (Result.isFailure(result)) return false
    this.put(result.success.bytes, result.success.wiring)
    this.present.add(wanted.owner)
    return true
  }
  unwire(owner: string) {
    this.present.delete(owner)
    if (this.wiring === undefined) return undefined
    const result = unwire(this.document, this.wiring, { owner })
    this.put(result.bytes, result.wiring)
    return result
  }
  /** One owner comes, or goes when it is there. */
  turn(which: number): void {
    const { owner } = owners[which % owners.length] ?? { owner: "" }
    if (this.present.has(owner)) this.unwire(owner)
    else this.wire(which)
  }
  edit(change: (text: string) => string): void {
    this.document = { ...this.document, bytes: new TextEncoder().encode(change(this.text)) }
  }
  leaveAll(order: number): void {
    while (this.present.size > 0) {
      const all = [...this.present]
      this.unwire(all[order % all.length] ?? "")
    }
  }
}

describe("wire and unwire", () => {
  it.prop(
    "give the original bytes back whatever owners came and went, in whatever order",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const file = new File(original)
      const foreign = leniency(textOf(original.bytes)) < 4 ? foreignIn(textOf(original.bytes)) : ""
      for (const which of walk) {
        file.turn(which)
        assert.isAtMost(leniency(file.text), leniency(textOf(original.bytes)))
        assert.strictEqual(foreignIn(file.text), foreign === "" ? "{}" : foreign)
        const states = Result.getOrThrow(inspect(file.document, file.wiring, []))
        assert.isTrue(
          states.every(({ state, pointer, entry }) => state === "present" && pointer === entry.pointer)
        )
      }
      file.leaveAll(walk[0] ?? 0)
      assert.deepStrictEqual(file.document.bytes, original.bytes)
      assert.isUndefined(file.wiring)
    },
    options
  )

  it.prop(
    "do nothing the second time",
    input,
    ({ start, walk }) => {
      const file = new File(documentFrom(start))
      for (const which of walk) file.turn(which)
      const { document, wiring } = file
      for (const wanted of owners.filter(({ owner }) => file.present.has(owner))) {
        const again = Result.getOrThrow(wire(document, wiring, wanted))
        assert.strictEqual(again.bytes, document.bytes)
        assert.deepStrictEqual(again.wiring, wiring)
      }
      if (wiring !== undefined)
        assert.deepStrictEqual(unwire(document, wiring, { owner: "no one" }).bytes, document.bytes)
    },
    options
  )

  it.prop(
    "leave what a formatter made of the original once a formatter ran over the wired file",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      if (leniency(textOf(original.bytes)) > 3) return
      const from = new Choices(walk.toReversed())
      const step = from.pick([2, "\t", 0, 4])
      const comments = from.chance(2)
      const format = (text: string): string => {
        const value = valueIn(text)
        if (value === undefined) return text
        return `${comments && !original.strict ? "// formatted\n" : ""}${JSON.stringify(value, null, step)}\n`
      }
      const file = new File(original)
      for (const which of walk) file.turn(which)
      if (file.document.bytes === undefined) return
      const before = file.present.size
      file.edit(format)
      if (from.chance(2)) file.wire(from.next(4))
      file.leaveAll(walk[0] ?? 0)
      const expected = valueIn(format(textOf(original.bytes)))
      const left = file.document.bytes === undefined ? undefined : valueIn(asStrict(file.text))
      if (before > 0 || expected !== undefined)
        assert.strictEqual(JSON.stringify(left), JSON.stringify(expected))
    },
    options
  )

  it.prop(
    "keep every byte that someone adds meanwhile",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const text = textOf(original.bytes).replace(/^\ufeff/u, "")
      const mark = textOf(original.bytes).startsWith("\ufeff") ? "\ufeff" : ""
      const hasRoot = valueOfRoot(text)
      if (!hasRoot) return
      const file = new File(original)
      const head = original.strict ? " \n" : "// edited\n"
      const edit = (current: string) => `${mark}${head}${current.slice(mark.length)}\n\t`
      let edits = 0
      for (const which of walk) {
        file.turn(which)
        if (which % 3 === 0) {
          file.edit(edit)
          edits++
        }
      }
      file.leaveAll(walk[0] ?? 0)
      assert.strictEqual(file.text, `${mark}${head.repeat(edits)}${text}${"\n\t".repeat(edits)}`)
    },
    options
  )
})

describe("unwire by markers", () => {
  it.prop(
    "is the exact inverse too where nobody wrote",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const file = new File(original)
      for (const which of walk) {
        file.turn(which)
        if (file.wiring !== undefined) file.wiring = { ...file.wiring, after: "lost" }
      }
      file.leaveAll(walk[0] ?? 0)
      assert.strictEqual(file.text, textOf(original.bytes))
      assert.deepStrictEqual(file.document.bytes, original.bytes)
    },
    options
  )

  it.prop(
    "keeps every comment that someone wrote outside of our entries",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const file = new File(original)
      for (const which of walk) file.turn(which)
      if (file.wiring === undefined || original.strict) return
      const from = new Choices(
        Array.from({ length: 2000 }, (_, at) => (start[at % start.length] ?? 0) + at * 7)
      )
      let count = 0
      file.edit((text) =>
        text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[{}[\],:]/gu, (token) => {
          if (token.startsWith("//") || !from.chance(3)) return token
          return `${token}${from.chance(2) ? ` //#${count++}#\n` : `/*#${count++}#*/`}`
        })
      )
      const marks = (text: string) =>
        [...text.matchAll(/#\d+#/gu)].map((match) => [match[0], match.index] as const)
      const inside = ourRanges(file.document, file.wiring)
      const outside = marks(file.text).filter(
        ([, at]) => !inside.some(([left, right]) => at > left && at < right)
      )
      const foreign = foreignIn(file.text)
      file.leaveAll(walk[0] ?? 0)
      const after = new Set(marks(file.text).map(([mark]) => mark))
      assert.isAtMost(leniency(file.text), 3)
      assert.strictEqual(foreignIn(file.text), foreign)
      assert.deepStrictEqual(
        outside.filter(([mark]) => !after.has(mark)),
        []
      )
    },
    options
  )
})

describe("cutOurs", () => {
  it.prop(
    "undoes what a transaction did to a file that someone edited since",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      if (!valueOfRoot(textOf(original.bytes).replace(/^\ufeff/u, ""))) return
      const file = new File(original)
      for (const which of walk.slice(2)) file.turn(which)
      const before = file.text
      const old = file.wiring
      file.turn(walk[0] ?? 0)
      file.turn(walk[1] ?? 0)
      const edit = (text: string) => `${text} \n`
      file.edit(edit)
      const undone = Result.getOrThrow(cutOurs(file.document, { old, now: file.wiring }))
      assert.deepStrictEqual(undone.left, [])
      assert.strictEqual(foreignIn(textOf(undone.bytes)), foreignIn(before))
      const states = Result.getOrThrow(inspect({ ...file.document, bytes: undone.bytes }, old, []))
      assert.isTrue(states.every(({ state }) => state === "present"))
      const sorted = (text: string) => [...text].toSorted().join("")
      assert.strictEqual(
        sorted(asStrict(textOf(undone.bytes))).replaceAll(/\s/gu, ""),
        sorted(asStrict(edit(before))).replaceAll(/\s/gu, "")
      )
    },
    options
  )
})

describe("arbitrary bytes", () => {
  const nasty = Arbitrary.map(choices(0, 60), (numbers) => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"hooks"',
      '"mcpServers"',
      '"SessionStart"',
      "//\n",
      "/*",
      "*/",
      " ",
      "\n",
      "1",
      "null",
      '"',
      "\\",
      "\ufeff",
      "\ud800",
      "é",
      "\u0000",
      "x",
      "-",
      "1e",
      "{}",
      "[]"
    ]
    return numbers.map((number) => pieces[number % pieces.length]).join("")
  })
  const raw = Arbitrary.map(choices(0, 60), (numbers) => new Uint8Array(numbers))

  const tryAll = (document: SettingsDocument) => {
    const wanted = owners[0] ?? { owner: "", entries: [] }
    const fresh = wire({ ...document, bytes: undefined }, undefined, wanted)
    const wiring = Result.getOrThrow(fresh).wiring
    const result = wire(document, undefined, wanted)
    if (Result.isFailure(result)) assert.isAbove(result.failure.message.length, 0)
    else assert.isBelow(leniency(textOf(result.success.bytes)), 4)
    if (wiring === undefined) return
    unwire(document, wiring, { owner: "a-cap" })
    inspect(document, wiring, [])
    cutOurs(document, { old: wiring, now: undefined })
    cutOurs(document, { old: undefined, now: wiring })
  }

  it.prop(
    "throw nowhere",
    { raw, text: nasty },
    ({ raw, text }) => {
      for (const strict of [true, false]) {
        tryAll({ file: "s.json", bytes: raw, strict })
        tryAll({ file: "s.json", bytes: new TextEncoder().encode(text), strict })
      }
    },
    options
  )

  it.prop(
    "are accepted exactly as jsonc-parser and JSON.parse accept them",
    { text: nasty, start: choices(0, 150) },
    ({ text, start }) => {
      for (const candidate of [text, textOf(documentFrom(start).bytes).replace(/^\ufeff/u, "")]) {
        const lenient = readTree(candidate, { strict: false, maxDepth: 1000 })
        assert.strictEqual(
          Result.isSuccess(lenient),
          leniency(candidate) < 4 && !candidate.startsWith("\ufeff"),
          candidate
        )
        const strict = readTree(candidate, { strict: true, maxDepth: 1000 })
        assert.strictEqual(
          Result.isSuccess(strict),
          leniency(candidate) === 0 && !candidate.startsWith("\ufeff"),
          candidate
        )
      }
    },
    options
  )
})
