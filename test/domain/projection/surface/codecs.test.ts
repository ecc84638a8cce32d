import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parse } from "smol-toml"
import type { FileWiring } from "../../../../src/domain/settings/FileWiring.ts"
import type { SettingsDocument } from "../../../../src/domain/settings/document.ts"
import { codecs, type WantedHooks } from "../../../../src/domain/projection/surface/codecs.ts"
import type { HookSurface } from "../../../../src/domain/projection/surface/events.ts"
import type { HostHook } from "../../../../src/domain/projection/surface/hooks.ts"
import { Choices, choices, documentFrom, leniency, textOf, valueIn } from "../../settings/documents.ts"

const runs = Number(process.env["GSD_SETTINGS_RUNS"] ?? "100")
const options = { timeout: 600_000, arbitrary: { runs } }
const input = { start: choices(0, 150), walk: choices(1, 12) }

const commands = [
  "'/store/a/it'\\''s $(x) \"é\" \\n.sh'",
  "node '/st ore/b.cjs'",
  "'/store/\u0007\u2028/c'",
  "'''\"\"\"#[[hooks]]'"
]

const events = ["SessionStart", "PreToolUse", "x"]

const hookOf = (at: number): HostHook => ({
  event: events[at % events.length] ?? "",
  command: commands[at % commands.length] ?? "",
  ...(at % 3 === 0 ? { tools: ["Shell", "Write"] } : {})
})

const owners: ReadonlyArray<WantedHooks> = ["a", "b", "c", "d"].map((capability, at) => ({
  owner: `runtime:host/${capability}`,
  hooks: [
    {
      capability,
      // The last asks for what the first asks for too.
      hooks: at === 3 ? [hookOf(0)] : Array.from({ length: at + 1 }, (_, more) => hookOf(at + more)),
      withheld: [],
      notes: []
    }
  ]
}))

const jsonSurfaces = [
  "settings-json",
  "codex-hooks-json",
  "cursor-hooks-json",
  "windsurf-hooks-json"
] as const

/** A file of a host that owners come to and leave. */
class File {
  document: SettingsDocument
  record: FileWiring | undefined = undefined
  readonly surface: HookSurface
  readonly present = new Set<string>()
  constructor(surface: HookSurface, document: SettingsDocument) {
    this.surface = surface
    this.document = document
  }
  get text(): string {
    return textOf(this.document.bytes)
  }
  strip(owner: string): void {
    const { bytes, record } = codecs[this.surface].strip(this, owner)
    this.present.delete(owner)
    this.document = { ...this.document, bytes }
    this.record = record
  }
  /** Tells whether the owner's hooks stand there now. */
  upsert(wanted: WantedHooks): boolean {
    const coded = codecs[this.surface].upsert(this, wanted)
    if (Result.isFailure(coded)) return false
    this.document = { ...this.document, bytes: coded.success.bytes }
    this.record = coded.success.record
    this.present.add(wanted.owner)
    return true
  }
  turn(which: number): void {
    const wanted = owners[which % owners.length]
    if (wanted === undefined) return
    if (this.present.has(wanted.owner)) this.strip(wanted.owner)
    else this.upsert(wanted)
  }
  leaveAll(order: number): void {
    while (this.present.size > 0) {
      const all = [...this.present]
      this.strip(all[order % all.length] ?? "")
    }
  }
}

const lines = [
  'model = "k2" # [[hooks]]',
  "[table]",
  "[a.b]",
  "[[list]]",
  "",
  "",
  "# a comment",
  'text = """',
  "[[hooks]]",
  'event = "Stop"',
  'command = "mine"',
  '"quoted key" = 1',
  "'''",
  "\ttabbed = true",
  "x = {",
  "é = '文字'"
]

/** A document of TOML, or what only looks like one; sometimes no file. */
const tomlFrom = (numbers: ReadonlyArray<number>): SettingsDocument => {
  const from = new Choices(numbers)
  const file = "/home/ada/.kimi/config.toml"
  if (from.chance(12)) return { file, bytes: undefined, strict: false }
  const ends = from.pick([["\n"], ["\r\n"], ["\n", "\r\n"]])
  const count = from.next(12)
  const body = Array.from({ length: count }, () => `${from.pick(lines)}${from.pick(ends)}`).join("")
  const mark = from.chance(5) ? "\ufeff" : ""
  const last = from.chance(3) ? from.pick(lines) : ""
  return { file, bytes: new TextEncoder().encode(mark + body + last), strict: false }
}

const isToml = (text: string): boolean => {
  try {
    parse(text.replace(/^\ufeff/u, ""))
    return true
  } catch {
    return false
  }
}

describe.each(jsonSurfaces)("the codec of %s", (surface) => {
  it.prop(
    "gives the very bytes back when every owner has left, in whatever order",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const file = new File(surface, original)
      for (const which of walk) file.turn(which)
      file.leaveAll(walk[0] ?? 0)
      assert.deepStrictEqual(file.document.bytes, original.bytes)
      assert.isUndefined(file.record)
    },
    options
  )

  it.prop(
    "keeps what somebody writes meanwhile",
    input,
    ({ start, walk }) => {
      const original = documentFrom(start)
      const file = new File(surface, original)
      for (const which of walk) file.turn(which)
      if (original.strict || leniency(textOf(original.bytes)) > 3) return
      // Blanks that gsd found alone in a file, or in its root, stand again as they were; a comment beside them may move.
      const value = valueIn(textOf(original.bytes))
      if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return
      const mark = file.text.startsWith("\ufeff") ? "\ufeff" : ""
      const edited = `${mark}// mine\n${file.text.slice(mark.length)} // too\n`
      file.document = { ...file.document, bytes: new TextEncoder().encode(edited) }
      file.leaveAll(walk[0] ?? 0)
      assert.include(file.text, `${mark}// mine\n`)
      assert.include(file.text, " // too\n")
      for (const command of commands) assert.notInclude(file.text, JSON.stringify(command))
    },
    options
  )

  it.each([
    "{",
    "[]",
    "{ nonsense }",
    "\u0000",
    '{"hooks": 7}',
    '{"hooks": {"PreToolUse": {}, "SessionStart": {}, "x": {}}}'
  ])("refuses what it cannot read and leaves it: %j", (text) => {
    const bytes = new TextEncoder().encode(text)
    const document: SettingsDocument = { file: "/h/hooks.json", bytes, strict: false }
    const wanted = owners[0] ?? assert.fail()
    assert.isTrue(Result.isFailure(codecs[surface].upsert({ document, record: undefined }, wanted)))
    assert.deepStrictEqual(codecs[surface].strip({ document, record: undefined }, wanted.owner).bytes, bytes)
    const fresh = codecs[surface].upsert(
      { document: { ...document, bytes: undefined }, record: undefined },
      wanted
    )
    const { record } = Result.getOrThrow(fresh)
    assert.deepStrictEqual(codecs[surface].strip({ document, record }, wanted.owner).bytes, bytes)
  })
})

describe("the codec of kimi-hooks-toml", () => {
  it.prop(
    "gives the very bytes back when every owner has left, in whatever order",
    input,
    ({ start, walk }) => {
      const original = tomlFrom(start)
      const file = new File("kimi-hooks-toml", original)
      for (const which of walk) file.turn(which)
      file.leaveAll(walk[0] ?? 0)
      assert.deepStrictEqual(file.document.bytes, original.bytes)
      assert.isUndefined(file.record)
    },
    options
  )

  it.prop(
    "leaves what TOML reads readable, with everything that was there and what was asked for",
    input,
    ({ start, walk }) => {
      const original = tomlFrom(start)
      const text = textOf(original.bytes)
      if (!isToml(text)) return
      const file = new File("kimi-hooks-toml", original)
      for (const which of walk) {
        file.turn(which)
        assert.isTrue(isToml(file.text), file.text)
        const { hooks, ...rest } = parse(file.text.replace(/^\ufeff/u, ""))
        const { hooks: before = [], ...old } = parse(text.replace(/^\ufeff/u, ""))
        const wanted = owners
          .filter(({ owner }) => file.present.has(owner))
          .flatMap((one) => one.hooks.flatMap((capability) => capability.hooks))
        assert.deepStrictEqual(rest, old)
        const all = Array.isArray(hooks) ? hooks.length : 0
        assert.strictEqual(all, wanted.length + (Array.isArray(before) ? before.length : 0))
      }
    },
    options
  )

  it.prop(
    "refuses what TOML does not read, and leaves it",
    input,
    ({ start, walk }) => {
      const original = tomlFrom(start)
      if (isToml(textOf(original.bytes))) return
      const file = new File("kimi-hooks-toml", original)
      for (const which of walk) file.turn(which)
      assert.strictEqual(file.document.bytes, original.bytes)
    },
    options
  )

  it.each(["hooks = []\n", "hooks = 1\n", "[hooks]\nx = 1\n", "[hooks.more]\n"])(
    "refuses a document whose own hooks leave no room for tables: %j",
    (text) => {
      const bytes = new TextEncoder().encode(text)
      const file = new File("kimi-hooks-toml", { file: "/k/config.toml", bytes, strict: false })
      assert.isFalse(file.upsert(owners[0] ?? assert.fail()))
      assert.strictEqual(file.document.bytes, bytes)
    }
  )
})

describe.each(["copilot-inline", "cline-rules"] as const)("the codec of %s", (surface) => {
  const document: SettingsDocument = { file: "/h/hooks/PreToolUse", bytes: undefined, strict: false }
  const wanted = owners[1] ?? assert.fail()

  it.prop(
    "writes a file of its own and takes that very file away, never another's",
    { text: choices(0, 40), walk: choices(1, 6) },
    ({ text, walk }) => {
      const theirs = new Uint8Array(text.map((number) => number % 256))
      const file = new File(surface, document)
      for (const which of walk) {
        assert.isTrue(file.upsert(owners[which % owners.length] ?? wanted))
        assert.isDefined(file.document.bytes)
      }
      file.document = { ...file.document, bytes: theirs }
      assert.strictEqual(codecs[surface].strip(file, wanted.owner).bytes, theirs)
      const again = Result.getOrThrow(codecs[surface].upsert(file, wanted))
      assert.deepStrictEqual([again.bytes, again.state], [theirs, "foreign"])
      const mine = new File(surface, document)
      mine.upsert(wanted)
      mine.strip(wanted.owner)
      assert.isUndefined(mine.document.bytes)
    },
    options
  )

  it("takes no file that it has no record of", () => {
    const bytes = Result.getOrThrow(codecs[surface].upsert({ document, record: undefined }, wanted)).bytes
    const found = { document: { ...document, bytes }, record: undefined }
    assert.strictEqual(codecs[surface].strip(found, wanted.owner).bytes, bytes)
    assert.strictEqual(Result.getOrThrow(codecs[surface].upsert(found, wanted)).state, "foreign")
  })
})
