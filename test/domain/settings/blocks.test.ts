import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import { cutOurs } from "../../../src/domain/settings/cutOurs.ts"
import type { DocumentEntry } from "../../../src/domain/settings/entry.ts"
import type { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import { textOf } from "./documents.ts"

const owner = "runtime:x/a"
const toml = "/home/ada/.host/config.toml"
const markdown = "/home/ada/.host/AGENTS.md"
const block = (text: string): DocumentEntry => ({ kind: "block", text })
const features = block("[features]\nhooks = true")

const doc = (file: string, text: string | undefined) => ({
  file,
  bytes: text === undefined ? undefined : new TextEncoder().encode(text),
  strict: false
})

const put = (file: string, text: string | undefined, entry: DocumentEntry, by = owner, old?: FileWiring) => {
  const wired = Result.getOrThrow(wire(doc(file, text), old, { owner: by, entries: [entry] }))
  if (wired.wiring === undefined) throw new Error("nothing was put in")
  return { ...wired, wiring: wired.wiring, text: textOf(wired.bytes) }
}

const out = (file: string, text: string | undefined, wiring: FileWiring, by = owner) => {
  const unwired = unwire(doc(file, text), wiring, { owner: by })
  return { ...unwired, text: textOf(unwired.bytes), reasons: unwired.left.map(({ reason }) => reason) }
}

const refused = (file: string, text: string, entry: DocumentEntry) => {
  const result = wire(doc(file, text), undefined, { owner, entries: [entry] })
  if (Result.isSuccess(result)) throw new Error(`put in: ${textOf(result.success.bytes)}`)
  assert.strictEqual(result.failure[Runtime.errorExitCode], 4)
  assert.include(result.failure.message, file)
  assert.isAbove(result.failure.hints.length, 0)
  return result.failure
}

describe("a block", () => {
  it("stands at the end between lines that name its owner", () => {
    const wired = put(toml, 'model = "x"\n', features)
    assert.strictEqual(
      wired.text,
      'model = "x"\n# gsd begin runtime:x/a\n[features]\nhooks = true\n# gsd end runtime:x/a\n'
    )
    assert.deepStrictEqual(
      wired.outcomes.map(({ pointer, state }) => [state, pointer]),
      [["added", "line 2"]]
    )
    assert.strictEqual(
      put(markdown, "# Mine\r\n", block("ours")).text,
      "# Mine\r\n<!-- gsd begin runtime:x/a -->\r\nours\r\n<!-- gsd end runtime:x/a -->\r\n"
    )
  })

  it("leaves every byte as it was when it goes, also when somebody wrote the file since", () => {
    for (const file of [toml, markdown])
      for (const text of ["", "\n", "# a", "# a\n", "# a\r\n# b", "\ufeff# a", "\ufeff", "# a\n\n\n"]) {
        const wired = put(file, text, features)
        const both = put(file, wired.text, block("# of b"), "b", wired.wiring)
        for (const after of [both.wiring.after, "someone wrote"]) {
          for (const [first, last] of [
            [owner, "b"],
            ["b", owner]
          ] as const) {
            const one = out(file, both.text, { ...both.wiring, after }, first)
            if (one.wiring === undefined) throw new Error("all gone")
            const none = out(file, one.text, one.wiring, last)
            assert.strictEqual(none.text, text)
            assert.isUndefined(none.wiring)
          }
        }
      }
  })

  it("makes a missing file and takes it away again", () => {
    const wired = put(toml, undefined, features)
    assert.isTrue(wired.wiring.absent)
    for (const after of [wired.wiring.after, "x"])
      assert.isUndefined(out(toml, wired.text, { ...wired.wiring, after }).bytes)
    const edited = `# mine\n${wired.text}`
    assert.strictEqual(out(toml, edited, wired.wiring).text, "# mine\n")
  })

  it("is found by its lines when the file was edited around it, whatever ends lines now", () => {
    const wired = put(toml, "a = 1", features)
    const edited = `# new\n${wired.text}# behind\n`.replaceAll("\n", "\r\n")
    const gone = out(toml, edited, wired.wiring)
    assert.strictEqual(gone.text, "# new\r\na = 1\r\n# behind\r\n")
    assert.deepStrictEqual(gone.reasons, [])
  })

  it("whose text was edited is kept and told, and nothing is put beside it", () => {
    const wired = put(toml, "", features)
    const edited = wired.text.replace("true", "false")
    const gone = out(toml, edited, wired.wiring)
    assert.strictEqual(gone.text, edited)
    assert.deepStrictEqual(gone.reasons, ["changed"])
    const found = Result.getOrThrow(inspect(doc(toml, edited), wired.wiring, []))
    assert.deepStrictEqual(
      found.map(({ pointer, state }) => [state, pointer]),
      [["collides", "line 1"]]
    )
    assert.strictEqual(refused(toml, edited, features)._tag, "SettingsCollision")
  })

  it("that lost its last line is kept and told", () => {
    const wired = put(markdown, "# Mine\n", block("ours"))
    const cut = wired.text.replace("<!-- gsd end runtime:x/a -->\n", "")
    const gone = out(markdown, cut, wired.wiring)
    assert.strictEqual(gone.text, cut)
    assert.deepStrictEqual(gone.reasons, ["changed"])
  })

  it("that is not there any more is missing", () => {
    const wired = put(markdown, "# Mine\n", block("ours"))
    assert.deepStrictEqual(out(markdown, "# Mine\n", wired.wiring).reasons, ["missing"])
  })

  it("of which somebody made a copy goes with it", () => {
    const wired = put(toml, "", block("[[hooks]]\na = 1"))
    assert.strictEqual(out(toml, `${wired.text}# mine\n${wired.text}`, wired.wiring).text, "# mine\n")
  })

  it("is unchanged the second time, and another text of its owner collides with it", () => {
    const wired = put(markdown, "", block("ours"))
    const again = put(markdown, wired.text, block("ours"), owner, wired.wiring)
    assert.strictEqual(again.text, wired.text)
    assert.deepStrictEqual(
      again.outcomes.map(({ state }) => state),
      ["unchanged"]
    )
  })

  it("comes back by a stale copy of the file, and is seen", () => {
    const wired = put(toml, "", features)
    const [entry] = wired.wiring.entries
    if (entry === undefined) throw new Error("no entry")
    const found = Result.getOrThrow(inspect(doc(toml, wired.text), undefined, [entry]))
    assert.deepStrictEqual(
      found.map(({ pointer, state }) => [state, pointer]),
      [["resurrected", "line 1"]]
    )
  })

  it("of an owner whose name ends a comment or a line is found as well", () => {
    const by = "-->\n# gsd end x"
    const wired = put(markdown, "# Mine\n", block("ours"), by)
    assert.lengthOf(wired.text.split("\n"), 5)
    assert.strictEqual(out(markdown, `x\n${wired.text}`, wired.wiring, by).text, "x\n# Mine\n")
  })
})

describe("what only looks like a block of ours", () => {
  const lines = "<!-- gsd begin runtime:x/a -->\nours\n<!-- gsd end runtime:x/a -->\n"
  const fenced = `\`\`\`\`md\n${lines}\`\`\`\`\n`

  it("in a code fence is somebody's, as long as a recorded one stands elsewhere", () => {
    const wired = put(markdown, fenced, block("ours"))
    assert.deepStrictEqual(
      wired.outcomes.map(({ pointer, state }) => [state, pointer]),
      [["added", "line 6"]]
    )
    assert.strictEqual(out(markdown, `x\n${wired.text}`, wired.wiring).text, `x\n${fenced}`)
    const [entry] = wired.wiring.entries
    if (entry === undefined) throw new Error("no entry")
    assert.deepStrictEqual(Result.getOrThrow(inspect(doc(markdown, fenced), undefined, [entry])), [])
  })

  it("in a fence that never ends is ours when it is recorded", () => {
    const wired = put(markdown, "~~~\nopen\n", block("ours"))
    assert.strictEqual(out(markdown, `x\n${wired.text}`, wired.wiring).text, "x\n~~~\nopen\n")
  })

  it("in a fence that never ends is ours where it stands last", () => {
    const text = `~~~\n${lines}open\n`
    const wired = put(markdown, text, block("ours"))
    assert.strictEqual(out(markdown, `x\n${wired.text}`, wired.wiring).text, `x\n${text}`)
  })

  it("in a string of several lines is somebody's", () => {
    const text = 'a = """\n# gsd begin runtime:x/a\n[features]\nhooks = true\n# gsd end runtime:x/a\n\\""""\n'
    const wired = put(toml, text, features)
    assert.strictEqual(out(toml, `# x\n${wired.text}`, wired.wiring).text, `# x\n${text}`)
  })

  it("and is equal to what is asked for is left, and not owned", () => {
    const wired = Result.getOrThrow(
      wire(doc(markdown, lines), undefined, { owner, entries: [block("ours")] })
    )
    assert.strictEqual(textOf(wired.bytes), lines)
    assert.isUndefined(wired.wiring)
    assert.strictEqual(wired.outcomes[0]?.state, "foreign")
  })
})

describe("a TOML document", () => {
  it("that cannot be read is refused with the place, quoting nothing of it, and is left", () => {
    for (const text of [
      'key = "sk-4711\n',
      "a = 1\na = 2 # 4711\n",
      "[4711\n",
      "x = 4711 4711",
      "a = 1\rb = 2"
    ]) {
      const problem = refused(toml, text, features)
      assert.strictEqual(problem._tag, "SettingsSyntaxInvalid")
      assert.include(problem.message, "as TOML at line")
      assert.notInclude(problem.message, "4711")
      const wired = put(toml, "", features)
      const gone = out(toml, text, wired.wiring)
      assert.strictEqual(gone.text, text)
      assert.deepStrictEqual(gone.reasons, ["unreadable"])
    }
  })

  it("that has a name of the block already is refused with the name", () => {
    const cases: ReadonlyArray<readonly [text: string, block: string, name: string]> = [
      ["[features]\nx = 1", "[features]\nhooks = true", "features"],
      ["features.x = 1\n", "# c\n[features]\nhooks = true", "features"],
      ["hooks = []\n", "[[hooks]]\na = 1", "hooks"],
      ["[a]\nb = 1\n", "[other]\nx = 1\n\n[a.b]\nc = 1", "a.b"],
      ["[[a]]\nx = 1\n", "[a.b]\nc = 1", "a"],
      ["[last]\nx = 1\n", "loose = 1", "loose"],
      ["loose = 2\n", "loose = 1", "loose"],
      ["[last]\nx = 1\n", "[last.more]\ny = 1\n[[list]]\nz = 1", ""]
    ]
    for (const [text, added, name] of cases) {
      if (name === "") {
        put(toml, text, block(added))
        continue
      }
      const problem = refused(toml, text, block(added))
      if (problem._tag !== "SettingsNameTaken") throw problem
      assert.strictEqual(problem.name, name, text)
    }
  })

  it("may have tables and arrays of tables that ours go beside", () => {
    for (const [text, added] of [
      ["[[hooks]]\nevent = 'mine'\n", "[[hooks]]\nevent = 'ours'"],
      ["[agents.mine]\nx = 1\n", "[agents.ours]\nx = 1"],
      ["when = 1979-05-27T07:32:00Z\nn = 9223372036854775807\nx = nan\n", "[ours]\nd = 07:32:00"],
      ["__proto__ = 1\n", "[constructor]\nx = 1"]
    ] as const) {
      const wired = put(toml, text, block(added))
      assert.strictEqual(out(toml, `# x\n${wired.text}`, wired.wiring).text, `# x\n${text}`)
    }
  })

  it("nests as deep as somebody likes", () => {
    const deep = `[${"a.".repeat(20_000)}a]\nx = 1\n`
    assert.strictEqual(
      out(toml, `# x\n${put(toml, deep, features).text}`, put(toml, deep, features).wiring).text,
      `# x\n${deep}`
    )
  })

  it("takes at most as many bytes as JSON does", () => {
    const full = 8 * 1024 * 1024
    assert.strictEqual(refused(toml, "#".repeat(full + 1), features)._tag, "SettingsTooLarge")
    assert.strictEqual(refused(toml, "#".repeat(full), features)._tag, "SettingsTooLarge")
  })
})

describe("texts that are no block", () => {
  it("are refused before anything is touched", () => {
    for (const [file, text, words] of [
      [toml, "not toml", "is no TOML"],
      [toml, "a = '''\n# gsd end runtime:x/b\n'''", "begins or ends a block"],
      [markdown, "<!-- gsd begin someone -->", "begins or ends a block"],
      [markdown, "```\nnever closed", "does not close a code fence"],
      [markdown, "half \ud800", "half of a character"]
    ] as const) {
      const problem = refused(file, "# mine\n", block(text))
      assert.strictEqual(problem._tag, "SettingsEntryUnfit")
      assert.include(problem.message, words)
    }
  })

  it("are refused where the format takes no such entry", () => {
    const hook: DocumentEntry = { kind: "hook", event: "Stop", command: "x" }
    assert.strictEqual(refused(toml, "", hook)._tag, "SettingsEntryUnfit")
    assert.strictEqual(refused(markdown, "", { kind: "item", keys: [], value: 1 })._tag, "SettingsEntryUnfit")
    assert.strictEqual(refused("/home/ada/settings.json", "{}", features)._tag, "SettingsEntryUnfit")
  })
})

describe("undo of a file that somebody edited since", () => {
  it("takes the block out that was put in, and puts the one back that was taken out", () => {
    const first = put(markdown, "# Mine", block("one"))
    const gone = out(markdown, first.text, first.wiring)
    const second = put(markdown, gone.text, block("two"), "b", gone.wiring)
    const undone = Result.getOrThrow(
      cutOurs(doc(markdown, `new\n${second.text}`), { old: first.wiring, now: second.wiring })
    )
    assert.strictEqual(textOf(undone.bytes), `new\n${first.text}`)
    assert.deepStrictEqual(undone.left, [])
  })
})
