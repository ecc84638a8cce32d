import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { usualBounds } from "../../../src/domain/archive/bounds.ts"
import type { TarEntry } from "../../../src/domain/archive/entry.ts"
import { makeNames } from "../../../src/domain/archive/names.ts"
import { makeSurvey } from "../../../src/domain/archive/survey.ts"
import { findCollisions } from "../../../src/domain/content/collisions.ts"

const entry = (path: string, kind: TarEntry["kind"] = "file"): TarEntry => ({
  path,
  isUtf8: true,
  kind,
  size: 0
})

const placesOf = (...paths: ReadonlyArray<string>) => {
  const survey = makeSurvey(usualBounds)
  for (const path of paths) assert.isUndefined(survey.add(entry(path)))
  return [...Result.getOrThrow(survey.finish()).values()]
}

describe("finish", () => {
  it("leaves a single top folder away, and only that", () => {
    assert.deepStrictEqual(placesOf("r/capability.json", "r/hooks/a.sh"), ["capability.json", "hooks/a.sh"])
    assert.deepStrictEqual(placesOf("r/s/a", "r/s/b"), ["s/a", "s/b"])
    assert.deepStrictEqual(placesOf("capability.json", "r/a"), ["capability.json", "r/a"])
    assert.deepStrictEqual(placesOf("r/a", "capability.json"), ["r/a", "capability.json"])
    assert.deepStrictEqual(placesOf("r/a", "rr/b"), ["r/a", "rr/b"])
    assert.deepStrictEqual(placesOf("capability.json"), ["capability.json"])
    assert.deepStrictEqual(placesOf(), [])
  })
  it("takes no notice of what is left out and of empty folders", () => {
    const survey = makeSurvey(usualBounds)
    for (const one of [entry(".git/HEAD"), entry("none", "directory"), entry("", "directory"), entry("r/a")])
      assert.isUndefined(survey.add(one))
    assert.deepStrictEqual(Result.getOrThrow(survey.finish()), new Map([["r/a", "a"]]))
  })
  it("judges the length of a path without the top folder", () => {
    const path = `${"d/".repeat(511)}xx`
    assert.deepStrictEqual(placesOf(`${"t".repeat(255)}/${path}`), [path])
    const survey = makeSurvey(usualBounds)
    assert.isUndefined(survey.add(entry(`${path}x`)))
    assert.isUndefined(survey.add(entry("other/x")))
    assert.deepInclude(Result.getOrThrow(Result.flip(survey.finish())), { rule: "path-too-long" })
  })
})

const name = Schema.Literals(["a", "A", "b", "\u00df", "ss", "e\u0301", "\u00e9"])

describe("makeNames", () => {
  it.prop(
    "finds a collision exactly when findCollisions does, at the same path",
    { paths: Schema.Array(Schema.NonEmptyArray(name)) },
    ({ paths }) => {
      const names = makeNames()
      const taken: Array<string> = []
      for (const path of paths.map((parts) => parts.slice(0, 4).join("/"))) {
        const found = names.take({ path, isFile: true })
        const expected = findCollisions([...taken, path])
        assert.strictEqual(found === undefined, expected.length === 0, [...taken, path].join(" "))
        if (found !== undefined) return
        taken.push(path)
      }
      assert.isAtLeast(names.count(), taken.length)
    }
  )
})
