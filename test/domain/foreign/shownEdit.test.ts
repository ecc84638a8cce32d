import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { planWiring } from "../../../src/domain/foreign/planWiring.ts"
import { editsOf } from "../../../src/domain/foreign/shownEdit.ts"
import type { WireEntry } from "../../../src/domain/settings/entry.ts"
import type { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { hidesSomething } from "../../../src/domain/text/escape.ts"

const path = "/home/ada/.host/settings.json"

const target = (text: string | undefined) => ({
  path,
  bytes: text === undefined ? undefined : new TextEncoder().encode(text),
  mode: 0o600,
  uid: 1000,
  gid: 1000,
  directory: "1:2"
})

const hook: WireEntry = { kind: "hook", event: "SessionStart", command: "/store/hooks/a.sh" }
const server: WireEntry = { kind: "server", name: "demo", config: { command: "demo-server" } }

const planned = (text: string | undefined, entries: ReadonlyArray<WireEntry>, old?: FileWiring) =>
  Result.getOrThrow(planWiring(target(text), old, { owner: "sample", entries }))

const shown = (text: string | undefined, entries: ReadonlyArray<WireEntry> = [hook, server]) =>
  editsOf([planned(text, entries)])[0]?.diff ?? ""

const secret = "sk-4711"

/** Settings whose every value and comment is a secret of somebody else, in several shapes. */
const settings: ReadonlyArray<readonly [what: string, text: string]> = [
  ["the last member, which gets a comma", `{\n  "apiKey": "${secret}"\n}\n`],
  ["one line", `{"env":{"KEY":"${secret}","OTHER":"${secret}2"},"hooks":{"Stop":[]},"x":["${secret}"]}`],
  ["one line with an escape", `{"env":{"KEY":"a\\"${secret}"},"mcpServers":{}}`],
  ["comments", `{ // ${secret}\n "a": 1 /* ${secret}\n "${secret} */, "hooks": {} // "${secret}\n}\n`],
  ["no strings", `{ "pin": 4711, "sk": -4711e3, "hooks": { "SessionStart": [4711] } }`],
  ["CRLF", `{\r\n  "apiKey": "${secret}"\r\n}\r\n`],
  ["a byte order mark", `\ufeff{"apiKey":"${secret}"}`],
  [
    "others' hooks and servers",
    `{"mcpServers":{"other":{"env":{"T":"${secret}"}}},"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"curl ${secret}"}]}]}}`
  ]
]

describe("editsOf", () => {
  for (const [what, text] of settings) {
    it(`shows what is added and no value of anybody else: ${what}`, () => {
      const plan = planned(text, [hook, server])
      const [edit] = editsOf([plan])
      assert.strictEqual(edit?.file, path)
      assert.notInclude(edit?.diff, "4711")
      assert.match(edit?.diff ?? "", /^\+.*\/store\/hooks\/a\.sh/m)
      assert.match(edit?.diff ?? "", /^\+.*demo-server/m)
      assert.isTrue(edit?.diff.split("\n").every((line) => !hidesSomething(line)))
      const after = new TextDecoder("utf-8", { ignoreBOM: true }).decode(plan.file.after)
      const back = editsOf([planned(after, [], plan.file.row.wiring?.now)])[0]?.diff ?? ""
      assert.notInclude(back, "4711")
      assert.match(back, /^-.*\/store\/hooks\/a\.sh/m)
    })
  }

  it("is a unified diff without context", () => {
    const text = '{\n  "a": "x",\n  "hooks": {\n    "Stop": []\n  },\n  "z": "y"\n}\n'
    assert.deepStrictEqual(shown(text, [hook]).split("\n"), [
      `--- ${path}`,
      `+++ ${path}`,
      "@@ -4,1 +4,11 @@",
      '-    "Stop": []',
      '+    "Stop": [],',
      '+    "SessionStart": [',
      "+      {",
      '+        "hooks": [',
      "+          {",
      '+            "type": "command",',
      '+            "command": "/store/hooks/a.sh"',
      "+          }",
      "+        ]",
      "+      }",
      "+    ]"
    ])
  })

  it("names the absent side of a file that is created, and goes again", () => {
    assert.match(shown(undefined), /^--- \/dev\/null\n\+\+\+ \/home[^\n]+\n@@ -0,0 \+1,\d+ @@\n\+\{/)
    const { file } = planned(undefined, [hook])
    const text = new TextDecoder().decode(file.after)
    const back = editsOf([planned(text, [], file.row.wiring?.now)])[0]?.diff ?? ""
    assert.match(back, /^--- \/home[^\n]+\n\+\+\+ \/dev\/null\n@@ -1,\d+ \+0,0 @@\n-\{/)
  })

  it("clips a long line to what is next to the change", () => {
    const many = Array.from({ length: 400 }, (_, at) => `"member${at}":1`).join(",")
    const diff = shown(`{${many},"hooks":{"SessionStart":[]},${many.replaceAll("member", "other")}}`, [hook])
    assert.isBelow(diff.length, 1500)
    assert.include(diff, "/store/hooks/a.sh")
  })

  it("is empty where nothing changes", () => {
    assert.deepStrictEqual(editsOf([planned('{"a":1}', [])]), [])
    const { file } = planned('{"a":1}', [hook])
    const text = new TextDecoder().decode(file.after)
    assert.deepStrictEqual(editsOf([planned(text, [hook], file.row.wiring?.now)]), [])
  })

  it("escapes what a manifest would do to a terminal", () => {
    const evil: WireEntry = { kind: "server", name: "x\u001b[2J", config: { command: "a\u202eb" } }
    assert.isFalse(shown("{}", [evil]).split("\n").some(hidesSomething))
  })
})
