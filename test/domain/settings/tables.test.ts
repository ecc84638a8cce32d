import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { namedBy } from "../../../src/domain/ledger/named.ts"
import { emptyLedger } from "../../../src/domain/ledger/state.ts"
import { storeKey } from "../../../src/domain/paths.ts"
import type { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import { parseToml } from "../../../src/domain/settings/toml.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import { choices, textOf } from "./documents.ts"

const owner = "runtime:codex/notes"
const file = "/home/ada/.codex/config.toml"
const server = '[mcp_servers.notes]\ncommand = "run"\n\n[mcp_servers.notes.env]\nA = "[x]"'
const hooks = '[[hooks]]\nevent = "Stop"\nargs = [\n  ["a"],\n]\n\n[[hooks]]\nevent = "Start"'
const both = `[features]\nhooks = true\n\n${server}\n\n${hooks}`

const doc = (text: string, path = file) => ({
  file: path,
  bytes: new TextEncoder().encode(text),
  strict: false
})

const put = (before: string, text: string) => {
  const wanted = { owner, entries: [{ kind: "block", text } as const] }
  const wired = Result.getOrThrow(wire(doc(before), undefined, wanted))
  if (wired.wiring === undefined) throw new Error("nothing was put in")
  return { text: textOf(wired.bytes) ?? "", wiring: wired.wiring }
}

const out = (text: string, wiring: FileWiring) => {
  const { bytes, left, wiring: rest } = unwire(doc(text), wiring, { owner })
  return { text: textOf(bytes), reasons: left.map(({ reason }) => reason), rest }
}

const isFrame = (line: string): boolean => line.startsWith("# gsd ")
const said = (text: string) => text.split("\n").filter((line) => line !== "")
const mine = '[mcp_servers.mine] # [a]\ncommand = "y"\nargs = [\n["z"],\n]\n# mine\n'

describe("a block whose lines around it a host dropped or moved", () => {
  it("goes by its tables, and what the host put between stays byte for byte", () => {
    const wired = put('model = "x"\n', server)
    const moved = wired.text.replace("# gsd end", `\n${mine}# gsd end`)
    const gone = out(moved, wired.wiring)
    assert.strictEqual(gone.text, `model = "x"\n\n${mine}`)
    assert.deepStrictEqual(gone.reasons, [])
    assert.isUndefined(gone.rest)
  })

  it("stands there as long as its tables do, and is missing or collides when they do not", () => {
    const wired = put('model = "x"\n', both)
    const states = (text: string) =>
      Result.getOrThrow(inspect(doc(text), wired.wiring, [])).map(({ pointer, state }) => [state, pointer])
    const bare = wired.text
      .split("\n")
      .filter((line) => !isFrame(line))
      .join("\n")
    assert.deepStrictEqual(states(bare), [["present", "line 2"]])
    assert.deepStrictEqual(states(bare.replace("[features]", `${mine}[features]`)), [["present", "line 8"]])
    assert.deepStrictEqual(states(bare.replace('"run"', '"mine"')), [["missing", ""]])
    assert.deepStrictEqual(states(bare.replace("[features]\nhooks = true\n", "")), [["missing", ""]])
    assert.deepStrictEqual(states(wired.text.replace('"run"', '"mine"')), [["collides", "line 2"]])
  })

  it.prop(
    "goes wherever a table of the user's was put in, and nothing else does",
    { numbers: choices(5, 5) },
    ({ numbers: [at = 0, begin = 0, end = 0, dropped = 0, windows = 0] }) => {
      const [isDropped, isWindows] = [dropped % 2 === 1, windows % 2 === 1]
      const wired = put('# top\nmodel = "x"\n[a]\nb = 1\n', both)
      const lines = wired.text.split("\n").filter((line) => !isFrame(line))
      const heads = lines.flatMap((line, index) =>
        /^\[[^\]]/u.test(line) || line.startsWith("[[") ? [index] : []
      )
      lines.splice(heads[at % heads.length] ?? 0, 0, mine.trimEnd())
      const frames = isDropped
        ? []
        : ([
            ["begin", begin],
            ["end", end]
          ] as const)
      const whole = lines.join("\n").split("\n")
      for (const [word, where] of frames) whole.splice(where % whole.length, 0, `# gsd ${word} ${owner}`)
      const text = whole.join(isWindows ? "\r\n" : "\n")
      const gone = out(text, wired.wiring)
      assert.deepStrictEqual(gone.reasons, [])
      const rest = (gone.text ?? "").replaceAll("\r\n", "\n")
      const expected = said(`# top\nmodel = "x"\n[a]\nb = 1\n${mine}`)
      assert.deepStrictEqual(said(rest).toSorted(), expected.toSorted())
      const value = Result.getOrThrow(parseToml(gone.text ?? ""))
      assert.deepStrictEqual(Object.keys(value).toSorted(), ["a", "mcp_servers", "model"])
      assert.deepStrictEqual(Object.keys(value["mcp_servers"] ?? {}), ["mine"])
    },
    { arbitrary: { runs: 200 } }
  )

  it("of which a table has another value keeps that, stays recorded, and goes when it is as it was", () => {
    const wired = put("", both)
    const bare = said(wired.text)
      .filter((line) => !isFrame(line))
      .join("\n")
    const edited = bare.replace('"run"', '"mine"')
    const kept = out(edited, wired.wiring)
    assert.deepStrictEqual(kept.reasons, ["changed"])
    assert.deepStrictEqual(said(kept.text ?? ""), said(server.replace('"run"', '"mine"')))
    const again = out(kept.text ?? "", kept.rest ?? wired.wiring)
    assert.deepStrictEqual([again.text, again.reasons, again.rest], [kept.text, ["changed"], kept.rest])
    const gone = out((kept.text ?? "").replace('"mine"', '"run"'), kept.rest ?? wired.wiring)
    assert.deepStrictEqual([gone.text?.trim() ?? "", gone.reasons, gone.rest], ["", [], undefined])
  })

  it("of which a table has a comment of somebody's keeps that table", () => {
    const wired = put("", both)
    const bare = wired.text
      .split("\n")
      .filter((line) => !isFrame(line))
      .join("\n")
    for (const commented of [
      bare.replace("hooks = true", "# keep me\nhooks = true"),
      bare.replace("hooks = true", "hooks = true # and me"),
      bare.replace("hooks = true", 'hooks = true # "quoted'),
      bare.replace("[features]", "[features] # and me")
    ]) {
      const kept = out(commented, wired.wiring)
      assert.deepStrictEqual(kept.reasons, ["changed"])
      const whole = commented.slice(commented.indexOf("[features]"), commented.indexOf("\n\n[mcp"))
      assert.strictEqual(kept.text?.trim(), whole.trim())
      const [found] = Result.getOrThrow(inspect(doc(commented), wired.wiring, []))
      assert.strictEqual(found?.state, "missing")
    }
  })

  it("with comments of ours goes with them", () => {
    const wired = put('model = "x"\n', `[features] # ours\n# [a]\nhooks = "#b" # too`)
    const bare = wired.text
      .split("\n")
      .filter((line) => !isFrame(line))
      .join("\n")
    const gone = out(bare, wired.wiring)
    assert.deepStrictEqual([gone.text, gone.reasons], ['model = "x"\n', []])
  })

  it("is not taken out of what stands in another owner's lines", () => {
    const a = put("", hooks)
    const wanted = { owner: "runtime:codex/b", entries: [{ kind: "block", text: hooks } as const] }
    const b = Result.getOrThrow(wire(doc(a.text), a.wiring, wanted))
    const text = said(textOf(b.bytes) ?? "").join("\n")
    const start = text.indexOf("# gsd begin runtime:codex/b")
    const gone = out(text.slice(start), b.wiring ?? a.wiring)
    assert.strictEqual(gone.text, text.slice(start))
  })
})

describe("a file that cannot be read when something is to go", () => {
  const json = "/home/ada/.claude/settings.json"
  const wanted = (by: string) => ({
    owner: by,
    entries: [{ kind: "hook", event: "Stop", command: "'/s/a'" } as const]
  })

  it("keeps what is projected in the record until it can be read, and forgets what `--wire` put in", () => {
    for (const [by, isKept] of [
      [owner, true],
      ["a", false]
    ] as const) {
      const wired = Result.getOrThrow(wire(doc("{}", json), undefined, wanted(by)))
      if (wired.wiring === undefined) throw new Error("nothing was put in")
      const text = textOf(wired.bytes) ?? ""
      const broken = unwire(doc(`${text}}`, json), wired.wiring, { owner: by })
      assert.strictEqual(textOf(broken.bytes), `${text}}`)
      assert.deepStrictEqual(
        broken.left.map(({ reason }) => reason),
        ["unreadable"]
      )
      assert.strictEqual(broken.wiring !== undefined, isKept)
      if (broken.wiring === undefined) continue
      const mended = unwire(doc(`${text}\n`, json), broken.wiring, { owner: by })
      assert.notInclude(textOf(mended.bytes) ?? "", "/s/a")
      assert.deepStrictEqual([mended.left, mended.wiring], [[], undefined])
    }
  })
})

describe("content of the store", () => {
  it("is named as long as a command in a host's file starts something of it", () => {
    const content = `sha512-${"A".repeat(86)}==`
    const script = `'/home/ada/.gsd/store/${storeKey(content)}/bundle/hooks/a.sh'`
    const hook = { kind: "hook", event: "Stop", command: script } as const
    const json = "/home/ada/.claude/settings.json"
    const { wiring } = Result.getOrThrow(wire(doc("{}", json), undefined, { owner, entries: [hook] }))
    if (wiring === undefined) throw new Error("nothing was put in")
    const named = namedBy({ ...emptyLedger, files: new Map([[json, { wiring, removed: [] }]]) })
    assert.isTrue(named.has(content))
    assert.isFalse(named.has(`sha512-${"B".repeat(86)}==`))
    const gone = namedBy({ ...emptyLedger, files: new Map([[json, { removed: wiring.entries }]]) })
    assert.isFalse(gone.has(content))
  })
})
