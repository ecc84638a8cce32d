import { assert, describe, it } from "@effect/vitest"
import { inRank, searchIn, wordsOf } from "../../../src/domain/registryIndex/search.ts"

const entry = (title: string, description: string) => ({ path: "p", sha512: "s", title, description })

const capabilities = new Map([
  ["notes", entry("Notes", "Keeps remarks")],
  ["notes-plus", entry("More", "Keeps more")],
  ["review", entry("Review", "Takes NOTES of a review")],
  ["other", entry("Other", "Nothing of it")]
])

const found = (...typed: ReadonlyArray<string>) =>
  inRank(searchIn("acme", capabilities, wordsOf(typed))).map((hit) => hit.id)

describe("searchIn", () => {
  it("wants every word, in id, title or description, whatever their case; the nearest first", () => {
    assert.deepStrictEqual(found("notes"), ["notes", "notes-plus", "review"])
    assert.deepStrictEqual(found("KEEPS", "more"), ["notes-plus"])
    assert.deepStrictEqual(found("keeps more"), ["notes-plus"])
    assert.deepStrictEqual(found("notes", "absent"), [])
    assert.deepStrictEqual(found(), ["notes", "notes-plus", "other", "review"])
  })

  it("tells the registry, and nothing of where its files are", () => {
    const [hit] = inRank(searchIn("acme", capabilities, ["remarks"]))
    assert.deepStrictEqual(hit, {
      id: "notes",
      registry: "acme",
      title: "Notes",
      description: "Keeps remarks"
    })
  })
})
