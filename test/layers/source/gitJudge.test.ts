import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { usualBounds } from "../../../src/domain/archive/bounds.ts"
import type { TreeEntry } from "../../../src/domain/git/tree.ts"
import type { GitRepository } from "../../../src/domain/source/source.ts"
import { judgeTree } from "../../../src/layers/source/git/judgeTree.ts"

const object = "0123456789abcdef0123456789abcdef01234567"
const source: GitRepository = { kind: "git", url: "https://h/r.git", wanted: { _tag: "Default" } }
const folder: GitRepository = { ...source, path: "caps/x" }

const entry = (path: string, more: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  isUtf8: true,
  kind: "file",
  object,
  size: 1,
  ...more
})

const bounds = { ...usualBounds, entries: 5, bytes: 100, namesBytes: 60 }

const manifest = entry("capability.json")

/** What a tree holds beside its manifest, and the rule that it breaks. */
const refused: ReadonlyArray<readonly [rule: string, entries: ReadonlyArray<TreeEntry>]> = [
  ["submodule", [entry("lib", { kind: "submodule", size: 0 })]],
  ["submodule", [entry(".gitmodules")]],
  ["link", [entry("a/link", { kind: "link" })]],
  ["not-unicode", [entry("a\ufffd", { isUtf8: false })]],
  ["collision", [entry("a/B"), entry("A/b")]],
  ["collision", [entry("A/b"), entry("a")]],
  ["reserved-name", [entry("con.txt")]],
  ["reserved-character", [entry("a\\b")]],
  ["reserved-character", [entry("ab:c")]],
  ["trailing", [entry("a.")]],
  ["control", [entry("a\u0007")]],
  ["not-nfc", [entry("e\u0301")]],
  ["traversal", [entry("../x")]],
  ["name-too-long", [entry("x".repeat(256))]],
  ["names", [entry("x".repeat(50))]],
  ["entries", ["a", "b", "c", "d", "e"].map((path) => entry(path))],
  ["entries", [entry("a/b/c/d/e")]],
  ["size", [entry("a", { size: 100 })]]
]

describe("judgeTree", () => {
  for (const [rule, entries] of refused)
    it(`refuses ${JSON.stringify(entries.at(-1)?.path.slice(0, 20))} for the rule \`${rule}\``, () => {
      const wide = rule === "name-too-long" ? { ...bounds, namesBytes: 1000 } : bounds
      const refusal = Result.getOrThrow(Result.flip(judgeTree(source, [manifest, ...entries], wide)))
      assert.propertyVal(refusal, "rule", rule)
      assert.isNotEmpty(refusal.hints[0])
    })

  it("leaves out what no bundle holds, and looks at nothing beside the folder that is wanted", () => {
    const kept = Result.getOrThrow(
      judgeTree(
        folder,
        [entry(".gitmodules"), entry("caps/x/a"), entry("caps/x/._a"), entry("caps/xy"), entry("con")],
        bounds
      )
    )
    assert.deepStrictEqual(
      kept.map(({ path }) => path),
      ["a"]
    )
    const dropped = [manifest, entry("__pycache__/con"), entry("._link", { kind: "link", size: 1000 })]
    assert.deepStrictEqual(Result.getOrThrow(judgeTree(source, dropped, bounds)), [manifest])
  })

  it("refuses a folder that is a submodule itself (U33)", () => {
    const refusal = Result.flip(judgeTree(folder, [entry("caps/x", { kind: "submodule" })], bounds))
    assert.propertyVal(Result.getOrThrow(refusal), "rule", "submodule")
  })

  it("finds no folder where there is a file, a link, a longer name or nothing", () => {
    for (const entries of [[entry("caps/x")], [entry("caps/x", { kind: "link" })], [entry("caps/xy/a")], []])
      assert.propertyVal(
        Result.getOrThrow(Result.flip(judgeTree(folder, entries, bounds))),
        "_tag",
        "SourceNotFound"
      )
  })
})
