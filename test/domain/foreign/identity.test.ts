import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import { parse } from "smol-toml"
import { planDocument } from "../../../src/domain/foreign/planDocument.ts"
import { Choices, choices, documentFrom, leniency, textOf } from "../settings/documents.ts"
import {
  crossingEntries,
  jsonEntries,
  markdownEntries,
  markdownFrom,
  tomlEntries,
  tomlFrom
} from "./entries.ts"
import { bytesOf, HostFile, owners, targetOf, textIn } from "./walk.ts"

const runs = Number(process.env["GSD_SETTINGS_RUNS"] ?? "60")
const options = { timeout: 600_000, arbitrary: { runs } }
const input = { start: choices(0, 120), walk: choices(8, 80) }

const isToml = (text: string): boolean => {
  try {
    parse(text, { integersAsBigInt: true })
    return true
  } catch {
    return false
  }
}

const jsonFile = (start: ReadonlyArray<number>): HostFile => {
  const { bytes } = documentFrom(start)
  return new HostFile("/home/ada/.host/settings.json", bytes)
}
const tomlFile = (start: ReadonlyArray<number>): HostFile =>
  new HostFile("/home/ada/.host/config.toml", bytesOf(tomlFrom(start)))
const markdownFile = (start: ReadonlyArray<number>): HostFile =>
  new HostFile("/home/ada/.host/AGENTS.md", bytesOf(markdownFrom(start)))

const families = [
  ["JSON", jsonFile, jsonEntries],
  ["JSON, where entries cross", jsonFile, crossingEntries],
  ["TOML", tomlFile, tomlEntries],
  ["Markdown", markdownFile, markdownEntries]
] as const

/** The text without blocks, by its lines. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/^# gsd begin (?:runtime:x\/[ab]|c|--%3e;%a;%d800;%20;d)[^]*?^# gsd end .*\n?/gmu, "")

describe("taking out after putting in", () => {
  for (const [what, make, pool] of families) {
    it.prop(
      `gives the original bytes back whoever came and went, in whatever order: ${what}`,
      input,
      ({ start, walk }) => {
        const file = make(start)
        file.crossing = what.includes("cross")
        const original = file.bytes
        const from = new Choices(walk)
        const turns = 1 + from.next(6)
        for (let turn = 0; turn < turns; turn++) {
          const before = file.bytes
          if (!file.turn(from, pool)) assert.strictEqual(file.bytes, before)
        }
        file.leave(from)
        assert.deepStrictEqual(file.bytes, original)
        assert.isUndefined(file.wiring)
      },
      options
    )
  }
})

describe("a foreign edit elsewhere", () => {
  for (const [what, make, pool] of families.filter(([name]) => !name.includes("cross"))) {
    it.prop(
      `stays, and only our entries go: ${what}`,
      input,
      ({ start, walk }) => {
        const file = make(start)
        const original = (textIn(file.bytes) ?? "").replace(/^\ufeff/u, "")
        const mark = textIn(file.bytes)?.startsWith("\ufeff") === true ? "\ufeff" : ""
        const from = new Choices(walk)
        const isJson = what === "JSON"
        if (isJson && (leniency(original) > 3 || /^\s*(?:\{\s*\}|\[|$|\/)/u.test(original))) return
        if (what === "TOML" && !isToml(original)) return
        const [head, tail] = isJson ? ["// edited\n", "\n// edited"] : ["# edited\n", "\n# edited\n"]
        let edits = 0
        let hadFile = file.bytes !== undefined
        for (let turn = 0; turn < 4; turn++) {
          file.turn(from, pool)
          if (file.bytes === undefined || !from.chance(2)) continue
          hadFile = true
          file.bytes = bytesOf(mark + head + file.text.slice(mark.length) + tail)
          edits++
          file.edited = true
        }
        file.leave(from)
        if (!hadFile || edits === 0) return
        const plain = (text: string) => text.replaceAll(/[\r\n]+/gu, "\n").replaceAll(/^\n|\n$/gu, "")
        const expected = `${mark}${head.repeat(edits)}${original}${tail.repeat(edits)}`
        // Where a text had no line end behind its last line, what follows a block keeps a line of its own.
        assert.strictEqual(isJson ? file.text : plain(file.text), isJson ? expected : plain(expected))
      },
      options
    )
  }
})

describe("a TOML document", () => {
  it.prop(
    "reads with our blocks, and without their lines as before, however they came and went",
    input,
    ({ start, walk }) => {
      const file = tomlFile(start)
      const original = file.text.replace(/^\ufeff/u, "")
      const from = new Choices(walk)
      if (!isToml(original) || original.includes("# gsd begin")) return
      for (let turn = 0; turn < 4; turn++) {
        assert.isTrue(file.turn(from, tomlEntries))
        const text = file.text.replace(/^\ufeff/u, "").replaceAll("\r\n", "\n")
        assert.isTrue(isToml(text))
        assert.deepStrictEqual(
          parse(withoutBlocks(text), { integersAsBigInt: true }),
          parse(original.replaceAll("\r\n", "\n"), { integersAsBigInt: true })
        )
      }
    },
    options
  )
})

describe("any bytes", () => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    "a",
    "=",
    '"',
    "'''",
    "\n",
    "\r",
    "#",
    ",",
    "```",
    "<!-- gsd begin c -->",
    "1"
  ]
  const texts = Arbitrary.map(choices(0, 40), (numbers) =>
    numbers.map((number) => pieces[number % pieces.length]).join("")
  )
  const raw = Arbitrary.map(choices(0, 40), (numbers) => new Uint8Array(numbers))

  it.prop(
    "are refused exactly when they cannot be read, and taken out of without a change",
    { text: texts, raw },
    ({ raw, text }) => {
      const known = new HostFile("/home/ada/c.toml", bytesOf(""))
      known.apply([{ owner: "c", entries: [{ kind: "block", text: "[ours]" }] }], 0)
      for (const bytes of [bytesOf(text), raw]) {
        const target = targetOf("/home/ada/c.toml", bytes)
        const wish = (entries: ReadonlyArray<(typeof tomlEntries)[number]>) => ({
          owners: [{ owner: "c", entries }]
        })
        const put = planDocument(target, undefined, wish([{ kind: "block", text: "[ours.of-gsd]" }]))
        const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })
        const isReadable = Result.isSuccess(
          Result.try(() => parse(decoded.decode(bytes), { integersAsBigInt: true }))
        )
        assert.strictEqual(Result.isSuccess(put), isReadable)
        const out = Result.getOrThrow(planDocument(target, known.wiring, wish([])))
        assert.deepStrictEqual(out.file.after, bytes)
        assert.strictEqual(out.left[0]?.reason, isReadable ? "missing" : "unreadable")
      }
      const markdown = planDocument(targetOf("/home/ada/A.md", bytesOf(text)), undefined, {
        owners: owners.map((owner) => ({ owner, entries: [{ kind: "block", text: "x" }] }))
      })
      if (Result.isSuccess(markdown)) assert.isTrue(textOf(markdown.success.file.after).startsWith(text))
    },
    options
  )
})
