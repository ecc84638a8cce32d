import { assert, describe, it } from "@effect/vitest"
import { findCollisions, foldPath } from "../../../src/domain/content/collisions.ts"
import { NamesCollide, PathNotPortable } from "../../../src/domain/content/errors.ts"
import { isDropped, judgePath, pathRules, type PathRule } from "../../../src/domain/content/path.ts"

const refused: ReadonlyArray<readonly [PathRule, string]> = [
  ["empty", ""],
  ["absolute", "/etc/passwd"],
  ["absolute", "\\\\server\\share"],
  ["drive", "C:evil"],
  ["traversal", "a/../b"],
  ["not-normal", "a//b"],
  ["not-normal", "./a"],
  ["not-normal", "a/"],
  ["not-nfc", "e\u0301.md"],
  ["not-unicode", "a\ud800"],
  ["control", "a\u0007"],
  ["control", "a\u0085"],
  ["control", "a\u2028"],
  ...[...'<>:"|?*\\'].map((character) => ["reserved-character", `ab${character}b`] as const),
  ["trailing", "a./b"],
  ["trailing", "a "],
  ...["CON", "prn.txt", "Aux.tar.gz", "nul", "COM1", "com9.x", "LPT1", "lpt9", "com\u00b9", "nul .txt"].map(
    (name) => ["reserved-name", `dir/${name}`] as const
  ),
  ["name-too-long", "é".repeat(128)],
  ["path-too-long", `${"a".repeat(200)}/`.repeat(5) + "abcdefghijklmnopqrstuvwxy"]
]

describe("judgePath", () => {
  it.each(refused)("refuses as %s: %j", (rule, path) => {
    const problem = judgePath(path)
    assert.strictEqual(problem?.rule, rule)
    assert.isNotEmpty(pathRules[rule])
  })

  it.each([
    "capability.json",
    "hooks/a.sh",
    "skills/ü/SKILL.md",
    "COM10/x",
    "console.log",
    "lpt0",
    ".hidden",
    "a b/c",
    "..a/b..c",
    `${"a".repeat(255)}`
  ])("accepts %j", (path) => {
    assert.isUndefined(judgePath(path))
  })

  it("names the part that offends, escaped in the message", () => {
    const problem = judgePath("a/b\u001b[K/c")
    assert(problem !== undefined)
    assert.strictEqual(problem.name, "b\u001b[K")
    const error = new PathNotPortable({
      path: problem.path,
      name: problem.name,
      problem: pathRules[problem.rule]
    })
    assert.strictEqual(
      error.message,
      "`b\\u{1b}[K` in `a/b\\u{1b}[K/c` holds a control character or line separator"
    )
  })
})

describe("findCollisions", () => {
  const pairs = (paths: ReadonlyArray<string>) =>
    findCollisions(paths).map(({ first, second }) => `${first}|${second}`)

  it("finds names that differ in case or in Unicode form only", () => {
    assert.deepStrictEqual(pairs(["a/x", "a/X"]), ["a/x|a/X"])
    assert.deepStrictEqual(pairs(["straße", "STRASSE"]), ["straße|STRASSE"])
    assert.deepStrictEqual(pairs(["\u00e9", "e\u0301"]), ["\u00e9|e\u0301"])
    assert.deepStrictEqual(pairs(["ſ", "s"]), ["ſ|s"])
  })

  it("finds folders that differ in case, once for all that is in them", () => {
    assert.deepStrictEqual(pairs(["lib/a", "Lib/b", "Lib/c"]), ["lib|Lib"])
  })

  it("finds a file where a folder is needed, in either order", () => {
    assert.deepStrictEqual(pairs(["a", "a/b"]), ["a|a"])
    assert.deepStrictEqual(pairs(["A/b", "a"]), ["A|a"])
  })

  it("finds a path that occurs twice", () => {
    assert.deepStrictEqual(pairs(["a/b", "a/b"]), ["a/b|a/b"])
  })

  it("finds nothing in an ordinary bundle", () => {
    assert.deepStrictEqual(pairs(["a/b", "a/c", "ab", "b/a"]), [])
    assert.strictEqual(foldPath("A/É"), "a/é")
  })

  it("names both in the error", () => {
    assert.include(new NamesCollide({ first: "a", second: "A" }).message, "`a` and `A`")
  })
})

describe("isDropped", () => {
  it("drops git data, Python caches and attributes of macOS anywhere, and nothing that only sounds like them", () => {
    const dropped = [".git/config", "a/.git", "x/__pycache__/y.pyc", "._a", "x/._capability.json", "._x/y"]
    for (const path of dropped) assert.isTrue(isDropped(path), path)
    for (const path of [".gitignore", "a.git/x", "pycache/y", "_.a", "a._b", ".a"])
      assert.isFalse(isDropped(path), path)
  })
})
