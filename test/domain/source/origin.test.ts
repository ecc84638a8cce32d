import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { exactOf, exactText } from "../../../src/domain/source/exact.ts"
import { parseSource } from "../../../src/domain/source/grammar.ts"
import { sameOrigin } from "../../../src/domain/source/origin.ts"

const repository = "https://host.example/ada/cap.git"
const sha = "0123456789abcdef0123456789abcdef01234567"

describe("sameOrigin", () => {
  it.each([
    ["npm:cap@0.74.8", "npm:cap@0.75.0"],
    ["npm:cap", "npm:cap@^1"],
    ["npm:@ada/cap@next", "npm:@ada/cap"],
    ["cap@corp#1.0.0", "cap@corp"],
    [repository, `${repository}#tag:v1`],
    [`${repository}#main`, `${repository}#sha:${sha}`],
    [`${repository}#tag:v1&path:sub`, `${repository}#branch:main&path:sub`],
    ["/src/cap", "/src/cap"]
  ])("holds for %s and %s", (left, right) => {
    assert.isTrue(sameOrigin(left, right))
    assert.isTrue(sameOrigin(right, left))
  })

  it.each([
    ["npm:cap", "npm:@ada/cap"],
    ["npm:cap", "cap@corp"],
    ["cap@corp", "cap@other"],
    ["cap@corp", "cup@corp"],
    [repository, "https://other.example/ada/cap.git"],
    [repository, `${repository}#path:sub`],
    ["/src/cap", "/other/cap"],
    ["https://host.example/cap-1.0.0.tgz", "https://host.example/cap-1.1.0.tgz"],
    ["what is this?", "npm:cap"]
  ])("does not hold for %s and %s", (left, right) => {
    assert.isFalse(sameOrigin(left, right))
    assert.isFalse(sameOrigin(right, left))
  })
})

describe("exactOf", () => {
  const exact = (spec: string, ref?: string) => {
    const found = exactOf(Result.getOrThrow(parseSource(spec)), ref)
    return found === undefined ? undefined : exactText(found)
  }

  it("names the one version that a source names", () => {
    assert.strictEqual(exact("npm:cap@0.75.0"), "version 0.75.0")
    assert.strictEqual(exact("cap@corp#1.0.0"), "version 1.0.0")
    assert.strictEqual(exact(`${repository}#tag:v1`), "the tag `v1`")
    assert.strictEqual(exact(`${repository}#sha:${sha}`), "the commit 0123456789ab")
    assert.strictEqual(exact(`${repository}#v1`, "refs/tags/v1"), "the tag `v1`")
  })

  it("is nothing for what may mean another version tomorrow", () => {
    for (const spec of ["npm:cap", "npm:cap@^1", "npm:cap@latest", "cap@corp", "cap@corp#>=1", repository])
      assert.isUndefined(exact(spec), spec)
    for (const spec of [`${repository}#branch:main`, "/src/cap", "https://host.example/cap-1.0.0.tgz"])
      assert.isUndefined(exact(spec, "refs/heads/main"), spec)
    // A version that was taken in place of a branch is no reason to take the branch for a tag.
    assert.isUndefined(exact(`${repository}#main`, "refs/tags/v1.2.0"))
  })
})
