import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { DocumentEntry } from "../../../src/domain/settings/entry.ts"
import { commandOf, entryOf } from "../../../src/domain/settings/entryOf.ts"
import { FileWiring, toWire } from "../../../src/domain/settings/FileWiring.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import { textOf } from "./documents.ts"

const owner = "runtime:x/a"
const allow: DocumentEntry = { kind: "item", keys: ["permissions", "allow"], value: "Read(.planning/*)" }
const mcp: DocumentEntry = { kind: "member", keys: ["mcp"], name: "gsd", value: { type: "local" } }
const version: DocumentEntry = { kind: "member", keys: [], name: "version", value: 1 }

const doc = (text: string | undefined) => ({
  file: "/home/ada/.host/settings.json",
  bytes: text === undefined ? undefined : new TextEncoder().encode(text),
  strict: false
})

const put = (text: string | undefined, entries: ReadonlyArray<DocumentEntry>, wiring?: FileWiring) =>
  Result.getOrThrow(wire(doc(text), wiring, { owner, entries }))

const out = (text: string, wiring: FileWiring | undefined) => {
  if (wiring === undefined) throw new Error("nothing of ours is in it")
  const unwired = unwire(doc(text), wiring, { owner })
  return { ...unwired, text: textOf(unwired.bytes), reasons: unwired.left.map(({ reason }) => reason) }
}

describe("an item", () => {
  it("is put behind the others of its array, whose containers are made", () => {
    const wired = put('{\n  "permissions": {\n    "allow": ["Bash(ls)"]\n  }\n}\n', [allow])
    assert.strictEqual(
      textOf(wired.bytes),
      '{\n  "permissions": {\n    "allow": ["Bash(ls)", "Read(.planning/*)"]\n  }\n}\n'
    )
    assert.deepStrictEqual(
      wired.outcomes.map(({ pointer, state }) => [state, pointer]),
      [["added", "/permissions/allow/1"]]
    )
    assert.deepStrictEqual(JSON.parse(textOf(put("{}", [allow]).bytes)), {
      permissions: { allow: ["Read(.planning/*)"] }
    })
  })

  it("makes an array of a document without a root, and takes it away again", () => {
    const wired = put(undefined, [{ kind: "item", keys: [], value: { a: 1 } }])
    assert.deepStrictEqual(JSON.parse(textOf(wired.bytes)), [{ a: 1 }])
    assert.isUndefined(out(textOf(wired.bytes), wired.wiring).bytes)
  })

  it("that stands there already is somebody's: neither doubled nor owned nor taken out", () => {
    const text = '{"permissions":{"allow":["Read(.planning/*)"]}}'
    const wired = put(text, [allow])
    assert.strictEqual(textOf(wired.bytes), text)
    assert.isUndefined(wired.wiring)
    assert.strictEqual(wired.outcomes[0]?.state, "foreign")
  })

  it("is found by its value wherever it was moved to in its array, and only one of it goes", () => {
    const wired = put('{"permissions":{"allow":["a","b"]}}', [allow])
    const moved =
      '{"permissions":{"allow":["Read(.planning/*)", "a", "Read(.planning/*)"]}, "x": ["Read(.planning/*)"]}'
    const gone = out(moved, wired.wiring)
    assert.strictEqual(
      gone.text,
      '{"permissions":{"allow":["a", "Read(.planning/*)"]}, "x": ["Read(.planning/*)"]}'
    )
    assert.deepStrictEqual(gone.reasons, [])
  })

  it("is missing when it was changed", () => {
    const wired = put("{}", [allow])
    const gone = out('{"permissions":{"allow":["Read(other)"]}}', wired.wiring)
    assert.strictEqual(gone.text, '{"permissions":{"allow":["Read(other)"]}}')
    assert.deepStrictEqual(gone.reasons, ["missing"])
  })

  it("is refused where something else than an array stands", () => {
    const problem = wire(doc('{"permissions":"all"}'), undefined, { owner, entries: [allow] })
    assert.strictEqual(Result.isFailure(problem) ? problem.failure._tag : "", "SettingsContainerWrong")
  })
})

describe("a member", () => {
  it("is put into its object, or into the root", () => {
    const wired = put('{"a":1}', [version, mcp])
    assert.strictEqual(textOf(wired.bytes), '{"a":1,"version":1,"mcp":{"gsd":{"type":"local"}}}')
    assert.deepStrictEqual(
      wired.wiring?.entries.map(({ pointer }) => pointer),
      ["/version", "/mcp/gsd"]
    )
    assert.strictEqual(out(textOf(wired.bytes), wired.wiring).text, '{"a":1}')
  })

  it("that stands there equal already is somebody's, whatever the order of its keys", () => {
    const text = '{"mcp":{"gsd":{"b":1,"a":[2]}}}'
    const wired = put(text, [{ ...mcp, value: { a: [2], b: 1 } }])
    assert.strictEqual(textOf(wired.bytes), text)
    assert.isUndefined(wired.wiring)
    assert.strictEqual(wired.outcomes[0]?.state, "foreign")
  })

  it("whose name is taken fails with its place", () => {
    const problem = wire(doc('{"mcp":{"gsd":1}}'), undefined, { owner, entries: [mcp] })
    if (Result.isSuccess(problem) || problem.failure._tag !== "SettingsCollision") throw new Error("put in")
    assert.include(problem.failure.message, "`/mcp/gsd`")
    assert.notInclude(problem.failure.message, "MCP server")
  })

  it("that somebody changed is left, told, and stands as collision", () => {
    const wired = put("{}", [mcp])
    const changed = '{"mcp":{"gsd":{"type":"remote"}}}'
    assert.strictEqual(out(changed, wired.wiring).text, changed)
    assert.deepStrictEqual(out(changed, wired.wiring).reasons, ["changed"])
    const found = Result.getOrThrow(inspect(doc(changed), wired.wiring, []))
    assert.deepStrictEqual(
      found.map(({ pointer, state }) => [state, pointer]),
      [["collides", "/mcp/gsd"]]
    )
  })

  it("of the same name and value elsewhere is not touched", () => {
    const wired = put("{}", [mcp])
    const text = '{"other":{"gsd":{"type":"local"}}}'
    assert.strictEqual(out(text, wired.wiring).text, text)
  })

  it("that holds a hook which stays is not cut with a copy of it", () => {
    const command: DocumentEntry = { kind: "item", keys: ["hooks", "Stop"], value: { command: "x" } }
    const hook: DocumentEntry = { kind: "hook", event: "Start", command: "x" }
    const both = Result.getOrThrow(
      wire(doc("{}"), put("{}", []).wiring, { owner: "b", entries: [command, hook] })
    )
    const mixed = {
      ...both,
      wiring: both.wiring && {
        ...both.wiring,
        after: "edited",
        entries: both.wiring.entries.map((one) => (one.kind === "hook" ? { ...one, owner } : one))
      }
    }
    const gone = out(textOf(both.bytes), mixed.wiring)
    assert.deepStrictEqual(JSON.parse(gone.text), { hooks: { Stop: [{ command: "x" }] } })
  })
})

describe("records", () => {
  const entries: ReadonlyArray<DocumentEntry> = [
    { kind: "hook", event: "Stop", matcher: "m", command: "c" },
    { kind: "hook", event: "Stop", command: "c" },
    { kind: "server", name: "s", config: { a: 1 } },
    allow,
    { kind: "item", keys: [], value: null },
    mcp,
    version,
    { kind: "member", keys: ["a/b", "~c", ""], name: "__proto__", value: [] },
    { kind: "block", text: "two\nlines" }
  ]

  it("tell what was asked for", () => {
    assert.deepStrictEqual(
      entries.map((entry) => entryOf(toWire(owner, entry))),
      entries
    )
  })

  it("tell the command that a host runs", () => {
    const item: DocumentEntry = { kind: "item", keys: ["hooks", "Stop"], value: { command: "c" } }
    assert.deepStrictEqual(
      [...entries, item].map((entry) => commandOf(toWire(owner, entry))).filter((command) => command !== ""),
      ["c", "c", "c"]
    )
  })

  it("of before there were other kinds are read", () => {
    const entry = {
      owner: "a-cap",
      kind: "hook",
      place: "Stop",
      marker: "c",
      element: "{}",
      pointer: "/hooks/Stop/0",
      loose: false,
      splices: [],
      made: []
    }
    const old = {
      absent: false,
      before: "",
      after: "",
      entries: [entry, { ...entry, kind: "server" }],
      containers: []
    }
    assert.deepStrictEqual(Schema.decodeUnknownSync(FileWiring)(old).entries.length, 2)
  })
})
