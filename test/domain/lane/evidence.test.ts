import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { citationsIn, saysNoAccess } from "../../../src/domain/lane/evidence.ts"

const cited = (text: string): ReadonlyArray<string> =>
  citationsIn(text).map(({ path, line }) => `${path} ${line}`)

describe("citationsIn", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["see src/a.ts:12 and `lib/b.mjs:3-9`.", ["src/a.ts 12", "lib/b.mjs 3"]],
    ["a.ts:12:3, Makefile:4, ./Makefile:4", ["a.ts 12", "./Makefile 4"]],
    ["(src/a.ts:1) [src/b.ts:2] **src/c.ts:3**", ["src/a.ts 1", "src/b.ts 2", "src/c.ts 3"]],
    ["[src/a.ts:12](src/a.ts#L12)", ["src/a.ts 12"]],
    ["app/(group)/[id]/page.tsx:7", ["app/(group)/[id]/page.tsx 7"]],
    ["C:\\x\\a.ts:12 and src\\b.ts:4", ["C:\\x\\a.ts 12", "src\\b.ts 4"]],
    ["PLAN.md:12 twice: PLAN.md:12", ["PLAN.md 12"]],
    ["größe/ä.ts:5", ["größe/ä.ts 5"]],
    ["https://a.example/x.ts:12 http://a.example:8080/x localhost:3000 10.0.0.1:80", []],
    ["at 12:30, ratio 3:4, a:0, src/a.ts:0, src/a.ts", []],
    ["", []]
  ]
  it.each(cases)("finds in %j", (text, expected) => {
    assert.deepStrictEqual(cited(text), expected)
  })

  it("takes time in proportion to the text", () => {
    for (const piece of ["a(", "a/", "a:1", "((", "#L1", "a.ts:1 "]) {
      const text = piece.repeat(200_000)
      assert.isTrue(citationsIn(text).length < 3)
    }
  })

  it.prop("never throws, and names lines above 0 only", [Schema.String], ([text]) => {
    for (const { line } of citationsIn(`${text}src/a.ts:12${text}`)) assert.isTrue(line > 0)
  })
})

describe("saysNoAccess", () => {
  it("counts at the beginning only, where it is no quotation", () => {
    assert.isTrue(saysNoAccess("\n\n# Review\nREVIEWED-WITHOUT-REPO-ACCESS\n"))
    assert.isFalse(saysNoAccess(`${"line\n".repeat(5)}REVIEWED-WITHOUT-REPO-ACCESS`))
  })
})
