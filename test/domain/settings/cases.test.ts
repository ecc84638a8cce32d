import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import type { SettingsDocument } from "../../../src/domain/settings/document.ts"
import type { HookEntry, ServerEntry, WireEntry } from "../../../src/domain/settings/entry.ts"
import { sharedEditsOf } from "../../../src/domain/settings/FileWiring.ts"
import { cutOurs } from "../../../src/domain/settings/cutOurs.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import { textOf } from "./documents.ts"

const owner = "hk-cap"
const hook: HookEntry = { kind: "hook", event: "SessionStart", command: "'/s/a.sh'" }
const server: ServerEntry = { kind: "server", name: "srv", config: { command: "run" } }

const doc = (text: string | Uint8Array | undefined, strict = false): SettingsDocument => ({
  file: "/home/me/settings.json",
  bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
  strict
})

const put = (text: string | Uint8Array | undefined, entries: ReadonlyArray<WireEntry> = [hook]) => {
  const wired = Result.getOrThrow(wire(doc(text), undefined, { owner, entries }))
  const { wiring } = wired
  if (wiring === undefined) throw new Error("nothing was wired")
  return { ...wired, wiring, text: textOf(wired.bytes) }
}

/** Wires and unwires; the text in between. */
const roundTrip = (text: string, entries: ReadonlyArray<WireEntry> = [hook]): string => {
  const wired = put(text, entries)
  for (const wiring of [wired.wiring, { ...wired.wiring, after: "someone wrote" }]) {
    const back = unwire(doc(wired.bytes), wiring, { owner })
    assert.strictEqual(textOf(back.bytes), text)
    assert.deepStrictEqual(back.left, [])
    assert.isUndefined(back.wiring)
  }
  return wired.text
}

const refused = (text: string | Uint8Array, entries: ReadonlyArray<WireEntry> = [hook], strict = false) => {
  const result = wire(doc(text, strict), undefined, { owner, entries })
  if (Result.isSuccess(result)) throw new Error(`wired ${textOf(result.success.bytes)}`)
  assert.strictEqual(result.failure[Runtime.errorExitCode], 4)
  assert.isAbove(result.failure.hints.length, 0)
  assert.include(result.failure.message, "/home/me/settings.json")
  return result.failure
}

describe("U01 a commented settings file", () => {
  it("keeps its comment and its trailing commas", () => {
    const wired = roundTrip('{\n  // keep me\n  "model": "x",\n  "hooks": {},\n}\n')
    assert.strictEqual(
      wired,
      `{
  // keep me
  "model": "x",
  "hooks": {
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "'/s/a.sh'"
          }
        ]
      }
    ]
  },
}
`
    )
  })

  it("is refused with the place of the comment where the host reads strict JSON", () => {
    const problem = refused('{\n  // keep me\n  "hooks": {}\n}\n', [hook], true)
    assert.strictEqual(problem._tag, "SettingsSyntaxInvalid")
    assert.include(problem.message, "line 2, column 3 (byte 4)")
    assert.strictEqual(refused('{"a": 1,}', [hook], true)._tag, "SettingsSyntaxInvalid")
  })
})

describe("U03 install and remove", () => {
  it("is the identity, whatever spelling numbers have", () => {
    const text =
      '{\n    "zeta": 1,\n    "hooks": {"SessionStart": [{"type":"custom","command":"echo mine"}]},\n    "alpha": 1e3, "big": 12345678901234567890\n}\n'
    const wired = roundTrip(text, [hook, server])
    assert.include(wired, '[{"type":"custom","command":"echo mine"}, {"hooks": [')
    assert.include(wired, '"alpha": 1e3, "big": 12345678901234567890,\n    "mcpServers": {\n        "srv": {')
  })

  it("keeps mark, line ends, blanks and missing final newlines", () => {
    for (const text of [
      "",
      " \n",
      "{}",
      "{ }\r\n",
      "\ufeff{}",
      "\ufeff",
      '{\r\n\t"a": 1\r\n}',
      '{"a":[1, 2]}',
      '{\n  "hooks": { "SessionStart": [  ] }\n}',
      '{"mcpServers":{}}',
      "// only a comment",
      "/* c */ {\n} // d"
    ]) {
      roundTrip(text, [hook, server])
    }
    assert.include(roundTrip('{\r\n\t"a": 1\r\n}'), '1,\r\n\t"hooks": {\r\n\t\t"SessionStart"')
  })

  it("puts the comma before a trailing comment and the entry behind it", () => {
    const wired = roundTrip('{\n  "a": 1 // one\n}\n', [server])
    assert.include(wired, '"a": 1, // one\n  "mcpServers": {')
    const inline = roundTrip('{"hooks":{"SessionStart":[{} // mine\n]}}')
    assert.match(inline, /\[\{\}, \/\/ mine\n {2}\{"hooks"/u)
    roundTrip('{"hooks":{"SessionStart":[ // none yet\n]}}')
    roundTrip('{"hooks":{"SessionStart":[ /* none */ ]}}')
  })

  it("makes a missing file and takes it away again", () => {
    const wired = put(undefined)
    assert.isTrue(wired.text.endsWith("}\n"))
    assert.isTrue(wired.wiring.absent)
    assert.isUndefined(unwire(doc(wired.bytes), wired.wiring, { owner }).bytes)
    assert.isUndefined(unwire(doc(wired.bytes), { ...wired.wiring, after: "x" }, { owner }).bytes)
    const edited = wired.text.replace("{", '{"mine": 1,')
    assert.deepStrictEqual(JSON.parse(textOf(unwire(doc(edited), wired.wiring, { owner }).bytes)), {
      mine: 1
    })
  })

  it("takes the last owner's container with it, whoever made it", () => {
    const first = put("{\n}\n")
    const second = Result.getOrThrow(
      wire(doc(first.bytes), first.wiring, { owner: "b", entries: [{ ...hook, command: "b" }] })
    )
    if (second.wiring === undefined) throw new Error("not wired")
    const one = unwire(doc(second.bytes), second.wiring, { owner })
    assert.notInclude(textOf(one.bytes), "/s/a.sh")
    if (one.wiring === undefined) throw new Error("all gone")
    const none = unwire(doc(one.bytes), one.wiring, { markers: ["b"] })
    assert.strictEqual(textOf(none.bytes), "{\n}\n")
    assert.isTrue(one.exact && none.exact)
  })
})

describe("U06 an event that has hooks already", () => {
  it("gets one more, behind the others", () => {
    const text =
      '{"hooks":{"SessionStart":[{"matcher":"compact","hooks":[{"type":"command","command":"other-tool"}]}]}}'
    const wired = put(text)
    assert.strictEqual(
      wired.text,
      text.replace("]}]}}", `]},{"hooks":[{"type":"command","command":"'/s/a.sh'"}]}]}}`)
    )
    assert.deepStrictEqual(
      wired.outcomes.map(({ state, pointer }) => [state, pointer]),
      [["added", "/hooks/SessionStart/1"]]
    )
    roundTrip(text)
  })
})

describe("U07 removal", () => {
  const settings =
    '{\n  "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "\'/s/a.sh\'"}]}]},\n  "mcpServers": {"a": {}}\n}\n'
  const { wiring } = put(undefined)

  it("takes the only hook and its containers, and keeps the servers", () => {
    const back = unwire(doc(settings), wiring, { owner })
    assert.deepStrictEqual(JSON.parse(textOf(back.bytes)), { mcpServers: { a: {} } })
    assert.isFalse(back.exact)
  })

  it("keeps containers that gsd did not make", () => {
    const back = unwire(
      doc(settings),
      { ...wiring, entries: wiring.entries.map((e) => ({ ...e, made: [] })) },
      { owner }
    )
    assert.deepStrictEqual(JSON.parse(textOf(back.bytes)), {
      hooks: { SessionStart: [] },
      mcpServers: { a: {} }
    })
  })

  it("takes its hook out of an item that someone shares, and wherever it was moved or copied to", () => {
    const ours = '{"type":"command","command":"\'/s/a.sh\'","timeout":5}'
    const text = `{"hooks":{"Stop":[{"matcher":"m","hooks":[{"command":"x"},${ours}]},{"hooks":[${ours}]}, 1],"SessionStart":[${ours}]}}`
    const back = unwire(
      doc(text),
      { ...wiring, entries: wiring.entries.map((e) => ({ ...e, made: [] })) },
      { owner }
    )
    assert.strictEqual(
      textOf(back.bytes),
      '{"hooks":{"Stop":[{"matcher":"m","hooks":[{"command":"x"}]}, 1],"SessionStart":[]}}'
    )
  })

  it("reports what is missing, changed or unreadable, and leaves it", () => {
    const wired = put("{}", [hook, server])
    const changed = '{"mcpServers":{"srv":{"command":"mine"}}}'
    const back = unwire(doc(changed), wired.wiring, { owner })
    assert.strictEqual(textOf(back.bytes), changed)
    assert.deepStrictEqual(
      back.left.map(({ reason }) => reason),
      ["missing", "changed"]
    )
    const broken = unwire(doc("{oops"), wired.wiring, { owner })
    assert.strictEqual(textOf(broken.bytes), "{oops")
    assert.strictEqual(broken.problem?._tag, "SettingsSyntaxInvalid")
    assert.deepStrictEqual(
      broken.left.map(({ reason }) => reason),
      ["unreadable", "unreadable"]
    )
    const gone = unwire(doc(undefined), wired.wiring, { owner })
    assert.isUndefined(gone.bytes)
    assert.strictEqual(gone.left.length, 2)
  })

  it("works on a file with a comment even where the host reads strict JSON", () => {
    const text = settings.replace("{", "{ // mine")
    assert.notInclude(textOf(unwire(doc(text, true), wiring, { owner }).bytes), "/s/a.sh")
  })

  it("lets no comment swallow what follows", () => {
    const text = put('{"hooks":{"SessionStart":[1]}}').text.replace(",{", ", // mine\n{")
    const loose = put("{}").wiring
    assert.strictEqual(
      textOf(unwire(doc(text), loose, { owner }).bytes),
      '{"hooks":{"SessionStart":[1 // mine\n]}}'
    )
    const root = put("// only a comment")
    assert.strictEqual(
      textOf(unwire(doc(`${root.text} /* and\n another */`), root.wiring, { owner }).bytes),
      "// only a comment\n /* and\n another */"
    )
  })

  it("looks through both of two equal keys", () => {
    const item = '{"hooks":[{"command":"\'/s/a.sh\'"}]}'
    const text = `{"hooks":{"SessionStart":[${item},2]},"hooks":{"SessionStart":[1,${item}]}}`
    const back = unwire(doc(text), wiring, { owner })
    assert.strictEqual(textOf(back.bytes), '{"hooks":{"SessionStart":[2]},"hooks":{"SessionStart":[1]}}')
  })
})

describe("refusals", () => {
  it("name a key that stands twice on the path, by its decoded name and second place", () => {
    const problem = refused('{"hooks":{},"\\u0068ooks":{}}')
    assert.strictEqual(problem._tag, "SettingsKeyDuplicate")
    assert.include(problem.message, '"hooks" twice')
    assert.include(problem.message, "(byte 12)")
    assert.strictEqual(
      refused('{"hooks":{"SessionStart":[],"SessionStart":[]}}')._tag,
      "SettingsKeyDuplicate"
    )
    assert.strictEqual(refused('{"mcpServers":{"srv":1,"srv":2}}', [server])._tag, "SettingsKeyDuplicate")
    assert.strictEqual(refused('{"mcpServers":{},"mcpServers":{}}', [server])._tag, "SettingsKeyDuplicate")
  })

  it("do not mind a key that stands twice elsewhere", () => {
    roundTrip('{"a":1,"a":2,"mcpServers":{},"mcpServers":{}}')
  })

  it("name a container of the wrong type", () => {
    for (const [text, pointer] of [
      ["[]", ""],
      ["null", ""],
      ['{"hooks":[]}', "/hooks"],
      ['{"hooks":null}', "/hooks"],
      ['{"hooks":{"SessionStart":{}}}', "/hooks/SessionStart"]
    ] as const) {
      const problem = refused(text)
      assert.strictEqual(problem._tag === "SettingsContainerWrong" ? problem.pointer : problem._tag, pointer)
    }
    assert.strictEqual(refused('{"mcpServers":[]}', [server])._tag, "SettingsContainerWrong")
  })

  it("name what is no JSON, quoting nothing of it", () => {
    for (const text of [
      "{",
      "{oops}",
      "{'a':1}",
      '{"a":1}}',
      "{} {}",
      "[1,,2]",
      '{"a" 1}',
      "/* open",
      '{"a":"\t"}',
      "NaN"
    ]) {
      const problem = refused(text)
      assert.strictEqual(problem._tag, "SettingsSyntaxInvalid")
      assert.notInclude(problem.message, "oops")
    }
  })

  it("name encodings other than UTF-8", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])
    const wrong = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
    for (const [bytes, encoding, offset] of [
      [utf16, "UTF-16LE", 0],
      [wrong, "invalid UTF-8", 2]
    ] as const) {
      const problem = refused(bytes)
      if (problem._tag !== "SettingsEncodingRefused") throw problem
      assert.deepStrictEqual([problem.encoding, problem.offset], [encoding, offset])
    }
  })

  it("stop at depth and size, before and after the edit", () => {
    const deep = refused(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)
    assert.strictEqual(deep._tag, "SettingsTooDeep")
    assert.include(deep.message, "(byte 104)")
    assert.strictEqual(refused('{"a":'.repeat(20_000))._tag, "SettingsTooDeep")
    let config: ServerEntry["config"] = 1
    for (let level = 0; level < 99; level++) config = [config]
    assert.strictEqual(refused("{}", [{ ...server, config }])._tag, "SettingsTooDeep")
    const full = 8 * 1024 * 1024
    assert.strictEqual(refused(" ".repeat(full + 1))._tag, "SettingsTooLarge")
    assert.strictEqual(refused(`{}${" ".repeat(full - 2)}`)._tag, "SettingsTooLarge")
  })

  it("report every server whose name is taken, and change nothing", () => {
    const text = '{"mcpServers":{"srv":{"command":"other"},"two":{}}}'
    const problem = refused(text, [hook, server, { ...server, name: "two" }])
    if (problem._tag !== "SettingsCollision") throw problem
    assert.deepStrictEqual(problem.names, ["srv", "two"])
    assert.deepStrictEqual(problem.pointers, ["/mcpServers/srv", "/mcpServers/two"])
  })
})

describe("one owner", () => {
  it("may have one command under several matchers", () => {
    const two = [
      { ...hook, matcher: "Bash" },
      { ...hook, matcher: "Edit" }
    ]
    const wired = put("{}", two)
    assert.deepStrictEqual(
      wired.outcomes.map(({ state, pointer }) => `${state} ${pointer}`),
      ["added /hooks/SessionStart/0", "added /hooks/SessionStart/1"]
    )
    roundTrip("{}", two)
  })

  it("finds an empty file and no file to be different", () => {
    assert.strictEqual(put(undefined).wiring.before, "")
    assert.strictEqual(put("").wiring.before.length, 128)
  })
})

describe("entries of others", () => {
  it("with the same marker are left and not owned", () => {
    const text =
      '{"hooks":{"SessionStart":[{"hooks":[{"command":"\'/s/a.sh\'"}]}]},"mcpServers":{"srv":{"command":"run"}}}'
    const wired = Result.getOrThrow(wire(doc(text), undefined, { owner, entries: [hook, server] }))
    assert.strictEqual(textOf(wired.bytes), text)
    assert.isUndefined(wired.wiring)
    assert.deepStrictEqual(
      wired.outcomes.map(({ state }) => state),
      ["foreign", "foreign"]
    )
  })

  it("of another owner of ours are shared, and go with the last one", () => {
    const first = put("{}")
    const both = Result.getOrThrow(wire(doc(first.bytes), first.wiring, { owner: "b", entries: [hook] }))
    assert.strictEqual(textOf(both.bytes), first.text)
    for (const after of [both.wiring?.after ?? "", "someone wrote"]) {
      if (both.wiring === undefined) throw new Error("not wired")
      const one = unwire(doc(both.bytes), { ...both.wiring, after }, { owner })
      assert.strictEqual(textOf(one.bytes), first.text)
      if (one.wiring === undefined) throw new Error("all gone")
      assert.strictEqual(textOf(unwire(doc(one.bytes), one.wiring, { owner: "b" }).bytes), "{}")
    }
  })
})

describe("inspect", () => {
  it("tells present, missing, collides and resurrected", () => {
    const wired = put("{}", [hook, server])
    const states = (text: string, recorded = wired.wiring, removed = wired.wiring.entries.slice(0, 0)) =>
      Result.getOrThrow(inspect(doc(text), recorded, removed)).map(
        ({ state, pointer }) => `${state} ${pointer}`
      )
    assert.deepStrictEqual(states(wired.text), ["present /hooks/SessionStart/0", "present /mcpServers/srv"])
    assert.deepStrictEqual(states("{}"), ["missing ", "missing "])
    assert.deepStrictEqual(states('{"mcpServers":{"srv":1}}'), ["missing ", "collides /mcpServers/srv"])
    assert.deepStrictEqual(
      states(wired.text, { ...wired.wiring, entries: [] }, wired.wiring.entries.slice()),
      ["resurrected /hooks/SessionStart/0", "resurrected /mcpServers/srv"]
    )
    assert.isTrue(Result.isFailure(inspect(doc("{"), wired.wiring, [])))
  })

  it("takes no entry that stands for one that came back", () => {
    const wired = put("{}")
    const states = Result.getOrThrow(inspect(doc(wired.bytes), wired.wiring, wired.wiring.entries))
    assert.deepStrictEqual(
      states.map(({ state }) => state),
      ["present"]
    )
  })

  it("lets wire put back what went missing", () => {
    const wired = put("{}", [hook, server])
    const again = Result.getOrThrow(wire(doc('{"x": 1}'), wired.wiring, { owner, entries: [hook] }))
    assert.deepStrictEqual(
      again.outcomes.map(({ state }) => state),
      ["added"]
    )
    assert.strictEqual(again.wiring?.entries.length, 2)
    if (again.wiring === undefined) return
    assert.strictEqual(textOf(unwire(doc(again.bytes), again.wiring, { owner }).bytes), '{"x": 1}')
  })
})

describe("cutOurs", () => {
  it("cuts what came, puts back what went, keeps the person's edit and the person's removals", () => {
    const before = put('{"keep": 1}', [hook, server])
    const updated: HookEntry = { ...hook, command: "'/s/new.sh'" }
    const bare = unwire(doc(before.bytes), before.wiring, { owner })
    const now = Result.getOrThrow(wire(doc(bare.bytes), bare.wiring, { owner, entries: [updated, server] }))
    const edited = textOf(now.bytes).replace('"keep": 1', '"keep": 2')
    const undone = Result.getOrThrow(cutOurs(doc(edited), { old: before.wiring, now: now.wiring }))
    assert.deepStrictEqual(JSON.parse(textOf(undone.bytes)), JSON.parse(before.text.replace("1", "2")))
    const without = Result.getOrThrow(cutOurs(doc('{"keep": 3}'), { old: before.wiring, now: now.wiring }))
    assert.deepStrictEqual(Object.keys(JSON.parse(textOf(without.bytes))), ["keep", "hooks"])
    assert.isTrue(Result.isFailure(cutOurs(doc("{"), { old: before.wiring, now: now.wiring })))
  })

  it("leaves no file where the transaction made it and the person added nothing", () => {
    const made = put(undefined)
    const undone = Result.getOrThrow(cutOurs(doc(`${made.text} `), { old: undefined, now: made.wiring }))
    assert.isUndefined(undone.bytes)
  })

  it("reports a name that someone took meanwhile", () => {
    const before = put("{}", [server])
    const undone = Result.getOrThrow(
      cutOurs(doc('{"mcpServers":{"srv":{}}}'), { old: before.wiring, now: undefined })
    )
    assert.strictEqual(textOf(undone.bytes), '{"mcpServers":{"srv":{}}}')
    assert.deepStrictEqual(
      undone.left.map(({ reason }) => reason),
      ["changed"]
    )
  })
})

describe("sharedEditsOf", () => {
  it("lists an owner's edits under the names of the ledger", () => {
    const wired = put("{}", [hook, server])
    const edits = sharedEditsOf("/f", wired.wiring, owner)
    assert.deepStrictEqual(
      edits.map(({ file, pointer, marker, replaced }) => [file, pointer, marker.slice(0, 9), replaced]),
      [
        ["/f", "/hooks/SessionStart/0", "'/s/a.sh'", ""],
        ["/f", "/mcpServers/srv", "srv#555ba", ""]
      ]
    )
    assert.strictEqual(edits[0]?.after, wired.wiring.after)
    assert.include(edits[0]?.inserted ?? "", "/s/a.sh")
  })
})
