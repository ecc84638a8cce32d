import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import {
  onTop,
  planDocument,
  type DocumentWish,
  type OwnerWish
} from "../../../src/domain/foreign/planDocument.ts"
import { changesNothing } from "../../../src/domain/foreign/plannedFile.ts"
import { planWiring } from "../../../src/domain/foreign/planWiring.ts"
import { editsOf } from "../../../src/domain/foreign/shownEdit.ts"
import { sha512Hex } from "../../../src/domain/hash.ts"
import type { DocumentEntry } from "../../../src/domain/settings/entry.ts"
import type { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import type { PlannedFile } from "../../../src/domain/transaction/change.ts"
import { bytesOf, targetOf, textIn } from "./walk.ts"

const path = "/home/ada/.host/settings.json"
const hook = (command: string): DocumentEntry => ({ kind: "hook", event: "Stop", command })
const server = (name: string, command: string): DocumentEntry => ({
  kind: "server",
  name,
  config: { command }
})
const a = (...entries: ReadonlyArray<DocumentEntry>): OwnerWish => ({ owner: "runtime:x/a", entries })
const b = (...entries: ReadonlyArray<DocumentEntry>): OwnerWish => ({ owner: "runtime:x/b", entries })

const plan = (
  text: string | undefined,
  owners: ReadonlyArray<OwnerWish>,
  old?: FileWiring,
  rest: Omit<DocumentWish, "owners"> = {}
) => planDocument(targetOf(path, bytesOf(text)), old, { owners, ...rest })

const planned = (...wish: Parameters<typeof plan>) => {
  const one = Result.getOrThrow(plan(...wish))
  return { ...one, text: textIn(one.file.after), now: one.file.row.wiring?.now }
}

const againOn = ({ again }: PlannedFile, text: string): PlannedFile => {
  if (again === undefined) throw new Error("no plan for other bytes")
  return Result.getOrThrow(again(bytesOf(text)))
}

/** Owners of the items of `hooks.Stop`, by their commands. */
const commands = (text: string | undefined): ReadonlyArray<string> =>
  (JSON.parse(text ?? "{}").hooks?.Stop ?? []).map(
    (item: { hooks: [{ command: string }] }) => item.hooks[0].command
  )

const states = ({ owners }: ReturnType<typeof planned>) =>
  owners.map(({ owner, outcomes }) => [owner, ...outcomes.map(({ state }) => state)])

describe("planDocument", () => {
  it("puts the entries of all owners in as one edit, and tells of each owner", () => {
    const one = planned("{}", [b(hook("b")), a(hook("a"), server("s", "run"))])
    assert.deepStrictEqual(commands(one.text), ["b", "a"])
    assert.deepStrictEqual(states(one), [
      ["runtime:x/b", "added"],
      ["runtime:x/a", "added", "added"]
    ])
    assert.strictEqual(one.file.row.before, sha512Hex(bytesOf("{}") ?? new Uint8Array()))
    assert.strictEqual(one.file.row.after, sha512Hex(one.file.after ?? new Uint8Array()))
    assert.isUndefined(one.file.row.wiring?.old)
  })

  it("moves nothing of an owner whose entries stand, and cuts what is not wished any more", () => {
    const first = planned("{}", [a(hook("a1"), hook("a2")), b(hook("b1"))])
    const second = planned(first.text, [a(hook("a2"), hook("a3")), b(hook("b1"))], first.now)
    assert.deepStrictEqual(commands(second.text), ["b1", "a2", "a3"])
    assert.deepStrictEqual(states(second), [
      ["runtime:x/a", "added", "added"],
      ["runtime:x/b", "unchanged"]
    ])
    const third = planned(second.text, [a(), b(hook("b1"))], second.now)
    assert.deepStrictEqual(commands(third.text), ["b1"])
    assert.strictEqual(planned(third.text, [b()], third.now).text, "{}")
  })

  it("changes nothing when all stands, also beside what is somebody's and what cannot stand", () => {
    const text =
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"theirs"}]}]},"mcpServers":{"s":{}}}'
    const wishes = [a(hook("theirs"), hook("a")), b(server("s", "run"), hook("b"))]
    const first = planned(text, wishes, undefined, { collisions: "leave" })
    assert.deepStrictEqual(states(first), [
      ["runtime:x/a", "foreign", "added"],
      ["runtime:x/b", "collides", "added"]
    ])
    assert.isFalse(changesNothing(first.file))
    const again = planned(first.text, wishes, first.now, { collisions: "leave" })
    assert.isTrue(changesNothing(again.file))
    assert.strictEqual(again.file.after, again.file.before)
    assert.deepStrictEqual(states(again), [
      ["runtime:x/a", "foreign", "unchanged"],
      ["runtime:x/b", "collides", "unchanged"]
    ])
  })

  it("leaves owners alone that are not named", () => {
    const first = planned("{}", [a(hook("a")), b(hook("b"))])
    const second = planned(first.text, [a()], first.now)
    assert.deepStrictEqual(commands(second.text), ["b"])
    assert.deepStrictEqual(
      second.now?.entries.map(({ owner }) => owner),
      ["runtime:x/b"]
    )
  })

  it("fails as a whole on a taken name, unless it may be left out with the reason", () => {
    const text = '{"mcpServers":{"s":{"command":"other"}},"hooks":[]}'
    const wishes = [a(server("s", "run"), server("t", "run")), b(hook("b"))]
    const failed = plan('{"mcpServers":{"s":{}}}', wishes)
    assert.strictEqual(Result.isFailure(failed) ? failed.failure._tag : "", "SettingsCollision")
    const left = planned(text, wishes, undefined, { collisions: "leave" })
    assert.deepStrictEqual(states(left), [
      ["runtime:x/a", "collides", "added"],
      ["runtime:x/b", "collides"]
    ])
    assert.deepStrictEqual(
      left.outcomes.flatMap(({ problem }) => problem?._tag ?? []),
      ["SettingsCollision", "SettingsContainerWrong"]
    )
    assert.deepStrictEqual(JSON.parse(left.text ?? "").mcpServers, {
      s: { command: "other" },
      t: { command: "run" }
    })
  })

  it("replaces a server of its own under the same name", () => {
    const first = planned("{}", [a(server("s", "one")), b(hook("b"))])
    const second = planned(first.text, [a(server("s", "two")), b(hook("b"))], first.now)
    assert.deepStrictEqual(JSON.parse(second.text ?? "").mcpServers, { s: { command: "two" } })
    assert.deepStrictEqual(states(second), [
      ["runtime:x/a", "added"],
      ["runtime:x/b", "unchanged"]
    ])
  })

  it("leaves a file that cannot be read when nothing is wished, and fails otherwise", () => {
    const first = planned("{}", [a(hook("a"))])
    const gone = planned("{oops", [a(), b()], first.now)
    assert.strictEqual(gone.text, "{oops")
    assert.deepStrictEqual(
      gone.owners.map(({ left }) => left.map(({ reason }) => reason)),
      [["unreadable"], []]
    )
    const failed = plan("{oops", [a(), b(hook("b"))], first.now, { collisions: "leave" })
    assert.strictEqual(Result.isFailure(failed) ? failed.failure._tag : "", "SettingsSyntaxInvalid")
  })

  it("tells of each owner what was not taken out", () => {
    const first = planned("{}", [a(server("s", "run")), b(hook("b"))])
    const changed = (first.text ?? "").replace("run", "changed")
    const gone = planned(changed, [a(), b()], first.now)
    assert.deepStrictEqual(
      gone.owners.map(({ owner, left }) => [owner, ...left.map(({ reason }) => reason)]),
      [["runtime:x/a", "changed"], ["runtime:x/b"]]
    )
  })

  it("puts back what was missing without a word about it, and tells what was changed", () => {
    const first = planned("{}", [a(hook("a"), server("s", "run"))])
    const wish = [a(hook("a"), hook("new"))]
    assert.deepStrictEqual(planned("{}", wish, first.now).left, [])
    const changed = planned((first.text ?? "").replace("run", "changed"), wish, first.now)
    assert.deepStrictEqual(
      changed.left.map(({ reason }) => reason),
      ["changed"]
    )
    assert.deepStrictEqual(commands(changed.text), ["a", "new"])
  })

  it("plans the same edit again on other bytes", () => {
    const one = planned("{}", [a(hook("a")), b(hook("b"))])
    const again = againOn(one.file, '{"mine":1}')
    assert.deepStrictEqual(JSON.parse(textIn(again.after) ?? "").mine, 1)
    assert.deepStrictEqual(commands(textIn(again.after)), ["a", "b"])
  })

  it("leaves what other scopes record, and shares what they have equal", () => {
    const theirs = planned("{}", [{ owner: "c", entries: [hook("shared"), hook("c")] }])
    const elsewhere = theirs.now === undefined ? [] : [theirs.now]
    const one = planned(theirs.text, [a(hook("shared"), hook("a"))], undefined, { elsewhere })
    assert.deepStrictEqual(commands(one.text), ["shared", "c", "a"])
    assert.deepStrictEqual(
      one.now?.entries.map(({ owner }) => owner),
      ["runtime:x/a", "runtime:x/a"]
    )
    const gone = planned(one.text, [a()], one.now, { elsewhere })
    assert.strictEqual(gone.text, theirs.text)
    assert.isUndefined(gone.now)
  })
})

describe("onTop", () => {
  const wired = (text: string | undefined, old?: FileWiring) =>
    Result.getOrThrow(
      planWiring(targetOf(path, bytesOf(text)), old, {
        owner: "cap",
        entries: [{ kind: "hook", event: "Stop", command: "cap" }]
      })
    )

  it("makes one row of two edits, from the bytes before both to those after both", () => {
    const first = wired('{"a":1}')
    const both = Result.getOrThrow(onTop(first.file, { owners: [a(hook("a"))] }))
    assert.strictEqual(textIn(both.file.before), '{"a":1}')
    assert.strictEqual(both.file.row.before, first.file.row.before)
    assert.strictEqual(both.file.row.after, sha512Hex(both.file.after ?? new Uint8Array()))
    assert.deepStrictEqual(commands(textIn(both.file.after)), ["cap", "a"])
    assert.deepStrictEqual(
      both.file.row.wiring?.now?.entries.map(({ owner }) => owner),
      ["cap", "runtime:x/a"]
    )
    assert.isUndefined(both.file.row.wiring?.old)
    const now = both.file.row.wiring?.now
    const gone = planned(textIn(both.file.after), [a(), { owner: "cap", entries: [] }], now)
    assert.strictEqual(gone.text, '{"a":1}')
  })

  it("takes out on top of a file that is made, and on top of one that goes", () => {
    const made = Result.getOrThrow(onTop(wired(undefined).file, { owners: [{ owner: "cap", entries: [] }] }))
    assert.isUndefined(made.file.after)
    assert.isTrue(changesNothing(made.file))
    const first = planned(undefined, [a(hook("a"))])
    const gone = planned(first.text, [a()], first.now)
    const again = Result.getOrThrow(onTop(gone.file, { owners: [b(hook("b"))] }))
    assert.deepStrictEqual(commands(textIn(again.file.after)), ["b"])
    assert.deepStrictEqual(again.file.row.wiring?.old, first.now)
  })

  it("plans both edits again on other bytes", () => {
    const both = Result.getOrThrow(onTop(wired("{}").file, { owners: [a(hook("a"))] }))
    const again = againOn(both.file, '{"mine":1}')
    assert.deepStrictEqual(commands(textIn(again.after)), ["cap", "a"])
    assert.strictEqual(textIn(again.before), '{"mine":1}')
  })
})

describe("editsOf a file that takes blocks", () => {
  it("shows the lines of ours, and no line of anybody else", () => {
    const target = targetOf(
      "/home/ada/.host/config.toml",
      bytesOf('key = "sk-4711"\n[mine]\nkey = "sk-4711"')
    )
    const one = Result.getOrThrow(
      planDocument(target, undefined, { owners: [a({ kind: "block", text: "[ours]\nx = 1" })] })
    )
    const diff = editsOf([one])[0]?.diff ?? ""
    assert.notInclude(diff, "4711")
    assert.include(diff, "+# gsd begin runtime:x/a\n+[ours]\n+x = 1\n+# gsd end runtime:x/a")
    const gone = Result.getOrThrow(
      planDocument({ ...target, bytes: one.file.after }, one.file.row.wiring?.now, { owners: [a()] })
    )
    const back = editsOf([gone])[0]?.diff ?? ""
    assert.notInclude(back, "4711")
    assert.include(back, "-[ours]")
  })
})
