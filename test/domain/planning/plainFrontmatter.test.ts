import { assert, describe, it } from "@effect/vitest"
import { parseDocument } from "yaml"
import { plainFrontmatter } from "../../../src/domain/planning/plainFrontmatter.ts"
import { Choices } from "../settings/documents.ts"

/** Stretches out of which lines are made that are nearly plain. */
const pieces = [
  ..."aZ09 \t:#-?,[]{}&*!|>'\"%@`~\\/=<^.+$;()_é\u00a0\u2028\u0085\ufeff",
  "a",
  "name",
  "text",
  "true",
  "Null",
  "null",
  "no",
  "~",
  "0x1f",
  "1e3",
  ".inf",
  "<<",
  "---",
  "...",
  ": ",
  " #",
  ":",
  "  ",
  "- ",
  "? ",
  "!!str",
  "%YAML",
  "https://host.example/a?b=c#d",
  "__proto__",
  "toString"
]

const keys = ["name", "description", "tools", "true", "a-b", "A_1", "toString", "__proto__", "Null"]

const words = ["x", "true", "FALSE", "Null", "NaN", "x y", "No", "a:b", "a#b", "it's", "x - y"]

const textOf = (choice: Choices): string =>
  Array.from({ length: choice.next(6) }, () => choice.pick(pieces)).join("")

const lineOf = (choice: Choices): string => {
  if (choice.chance(6)) return textOf(choice)
  const key = choice.chance(8) ? textOf(choice) : choice.pick(keys)
  if (choice.chance(4)) return `${key}: ${textOf(choice)}`
  return choice.chance(2) ? `${key}: a${textOf(choice)}` : `${key}:  ${choice.pick(words)} `
}

const frontOf = (choice: Choices): string =>
  Array.from({ length: 1 + choice.next(3) }, () => lineOf(choice)).join("\n") + choice.pick(["", "\n"])

const options = { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" } as const

describe("plainFrontmatter", () => {
  it("says what YAML says, wherever it answers", () => {
    // Numbers spread evenly, and the same each time.
    let state = 1
    const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8
    let answers = 0
    for (let run = 0; run < 20_000; run += 1) {
      const given = frontOf(new Choices(Array.from({ length: 60 }, next)))
      const plain = plainFrontmatter(given)
      if (plain === undefined) continue
      answers += 1
      const document = parseDocument(given, options)
      assert.deepStrictEqual(document.errors, [], given)
      assert.deepStrictEqual(document.toJS({ mapAsMap: true }), new Map(plain), given)
    }
    assert.isAbove(answers, 1000)
  })

  it("answers for what most texts say", () => {
    const given = "name: plan-review\ndescription: Reads the plan; says what it lacks, e.g. tests (C# too)\n"
    assert.deepStrictEqual(
      plainFrontmatter(given),
      new Map([
        ["name", "plan-review"],
        ["description", "Reads the plan; says what it lacks, e.g. tests (C# too)"]
      ])
    )
  })

  for (const given of [
    "",
    "name: x\nname: y",
    "name: true",
    "null: x",
    'name: "x"',
    "name: x # y",
    "name: x: y",
    "name: x\n  y",
    "name: 1",
    "name:\n  a: b",
    "name: x\n\nother: y"
  ])
    it(`leaves ${JSON.stringify(given)} to YAML`, () => assert.isUndefined(plainFrontmatter(given)))
})
