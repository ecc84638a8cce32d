import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { consentSource, policyWord } from "../../../src/domain/source/canonical.ts"
import { parseSource } from "../../../src/domain/source/grammar.ts"
import { isArchiveName } from "../../../src/domain/source/source.ts"

describe("parseSource", () => {
  for (const path of [
    "x.tgz",
    "./x.tgz",
    "/a/b/hk-cap-1.0.0.tar.gz",
    "../X.TGZ",
    "C:\\caps\\x.tgz",
    "a b.tgz"
  ]) {
    it(`takes \`${path}\` for an archive`, () => {
      assert.deepStrictEqual(parseSource(path), Result.succeed({ kind: "archive", path }))
    })
  }
  for (const path of [".", "hk-cap", "./x.tgz/", "/a/b.tar", "x.zip", ".tgz", "a/.tar.gz", "x.tgz.bak"]) {
    it(`takes \`${path}\` for a folder`, () => {
      assert.deepStrictEqual(parseSource(path), Result.succeed({ kind: "local", path }))
    })
  }
  for (const spec of ["", " ", "-x.tgz", "--x=./x.tgz", "file:///x.tgz", "a\nb.tgz"]) {
    it(`refuses ${JSON.stringify(spec)}, and says what there is`, () => {
      const refused = Result.getOrThrow(Result.flip(parseSource(spec)))
      assert.strictEqual(refused._tag, "SourceUnknown")
      assert.match(refused.hints.join("\n"), /folder or `\.tgz`.*\n.*git/u)
    })
  }
})

describe("a local archive", () => {
  it("is allowed and consented to as a folder is", () => {
    for (const kind of ["local", "archive"] as const) {
      assert.strictEqual(policyWord({ kind, path: "x" }), "local")
      assert.strictEqual(consentSource({ kind, path: "x" }), "local")
    }
  })
  it("is known by the end of its name, whatever the case", () => {
    assert.isTrue(isArchiveName("/a/b.Tar.Gz"))
    assert.isFalse(isArchiveName("/a/b.tgz/c"))
  })
})
