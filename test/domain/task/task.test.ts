import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parsePlan } from "../../../src/domain/planLint/parsePlan.ts"
import { readContent } from "../../../src/domain/task/content.ts"
import { judgeReadFirst } from "../../../src/domain/task/readFirst.ts"
import { resolverArgs } from "../../../src/domain/task/resolver.ts"
import { isTracked, trackerIdOf } from "../../../src/domain/task/trackerId.ts"

const idsIn = (text: string) => parsePlan({ path: "PLAN.md", text }).tasks.map((task) => task.trackerId)

describe("the tracker id of a task", () => {
  it("is split at its first colon, and what follows is the id as it is written", () => {
    assert.deepStrictEqual(trackerIdOf("beads:GSD-42"), { prefix: "beads", id: "GSD-42" })
    assert.deepStrictEqual(trackerIdOf("x:--a: \"b\" 'c'  "), { prefix: "x", id: "--a: \"b\" 'c'  " })
  })

  it("names nothing without a prefix or an id", () => {
    for (const text of ["", "beads", ":", ":7", "beads:", "beads:  ", " :7"])
      assert.isUndefined(trackerIdOf(text), text)
  })

  it("is tracked only when a resolver could have its prefix", () => {
    assert.isTrue(isTracked("beads:1"))
    for (const id of [undefined, "Beads:1", "be ads:1", "constructor:1", "1:2"]) assert.isFalse(isTracked(id))
  })
})

describe("an opening tag of a plan", () => {
  it("gives the id between either quotes, with colons, blanks and a `>` in it", () => {
    const text = `<task type="auto" tracker-id="beads:a:b c">\n</task>\n<task tracker-id = 'x:"q" > r'>\n</task>\n`
    assert.deepStrictEqual(idsIn(text), ["beads:a:b c", 'x:"q" > r'])
  })

  it("may go over lines, and ends before what the task says", () => {
    assert.deepStrictEqual(idsIn('<task\n  type="auto"\n  tracker-id="beads:1"\n>\n</task>\n'), ["beads:1"])
    assert.deepStrictEqual(idsIn('<task type="auto">\n<x tracker-id="beads:1"/>\n</task>\n'), [undefined])
    assert.deepStrictEqual(idsIn('<task name="open>\n<x tracker-id="beads:1">\n</task>\n'), [undefined])
  })

  it("takes no part of another attribute for the id", () => {
    const text = `<task name="a tracker-id='x:1'" data-tracker-id="y:2" tracker-id="z:3" tracker-id="z:4">\n</task>\n`
    assert.deepStrictEqual(idsIn(text), ["z:3"])
  })

  it("of a checkpoint has none, nor one in a fence or a comment", () => {
    const text = [
      '<task type="checkpoint:human-verify" tracker-id="beads:1">',
      "</task>",
      "```xml",
      '<task tracker-id="beads:2">',
      "```",
      '<!-- <task tracker-id="beads:3"> -->',
      '<task tracker-id="beads:4">',
      "</task>"
    ].join("\r\n")
    assert.deepStrictEqual(idsIn(text), [undefined, "beads:4"])
  })

  it("is read in time that grows with its length", () => {
    for (const filling of [
      "x".repeat(400_000),
      'a="'.repeat(100_000),
      "a=".repeat(200_000),
      '<a="'.repeat(90_000)
    ])
      assert.isUndefined(idsIn(`<task ${filling}\n</task>\n`)[0])
  })
})

const read = (value: unknown) =>
  readContent(new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)))

const problemOf = (value: unknown) => {
  const result = read(value)
  return Result.isFailure(result) ? [result.failure.problem, result.failure.member] : "read"
}

describe("what a resolver prints", () => {
  it("becomes the five fields", () => {
    const given = {
      description: "Do\nit",
      verify: "npm test",
      acceptance_criteria: ["a", " ", "b"],
      read_first: ["src/a.ts"],
      done: "Shown"
    }
    assert.deepStrictEqual(Result.getOrThrow(read(given)), {
      content: {
        action: "Do\nit",
        verify: "npm test",
        acceptanceCriteria: ["a", "b"],
        readFirst: ["src/a.ts"],
        done: "Shown"
      },
      isEmpty: false,
      warnings: []
    })
  })

  it("is empty when nothing of it says anything", () => {
    for (const value of [{}, { description: " \n" }, { description: null, verify: null, read_first: [""] }])
      assert.isTrue(Result.getOrThrow(read(value)).isEmpty)
  })

  it("keeps what it has without a description, and says so", () => {
    const { content, isEmpty, warnings } = Result.getOrThrow(read({ description: "", verify: "npm test" }))
    assert.deepStrictEqual([content.action, content.verify, isEmpty], [null, "npm test", false])
    assert.match(warnings.join(), /no description/u)
  })

  it("is refused with the name of the member that has another type", () => {
    assert.deepStrictEqual(problemOf({ description: 1 }), ["wrong-type", "description"])
    assert.deepStrictEqual(problemOf({ description: "x", done: true }), ["wrong-type", "done"])
    assert.deepStrictEqual(problemOf({ description: "x", verify: [] }), ["wrong-type", "verify"])
    assert.deepStrictEqual(problemOf({ acceptance_criteria: "x" }), ["wrong-type", "acceptance_criteria"])
    assert.deepStrictEqual(problemOf({ read_first: ["a", { b: 1 }] }), ["wrong-type", "read_first/1"])
  })

  it("is refused when it is no JSON, more than one document, or no object", () => {
    for (const text of ["", "resolved", "{}{}", '{"description":"a","description":"b"}', "{'a':1}"])
      assert.deepStrictEqual(problemOf(text), ["not-json", undefined], text)
    for (const text of ["[]", "null", '"text"', "7"])
      assert.deepStrictEqual(problemOf(text), ["not-an-object", undefined])
  })

  it("may have other members, which are named and left", () => {
    const value = JSON.parse('{"description":"x","__proto__":{"verify":"y"},"\\u001b[2J":1}')
    const { content, warnings } = Result.getOrThrow(read(JSON.stringify(value)))
    assert.isNull(content.verify)
    assert.match(warnings.join(), /`__proto__`, `\\u\{1b\}\[2J`/u)
  })

  it.prop("is read or refused, whatever it is", [Schema.Json], ([value]) => {
    const result = read(JSON.stringify(value))
    return Result.isSuccess(result) || result.failure.detail !== ""
  })
})

describe("a path of read_first", () => {
  const root = "/projects/board"
  const verdict = (path: string) => {
    const judged = judgeReadFirst(path, root)
    return judged._tag === "Inside" ? judged.path : judged._tag
  }

  it("is told from the project's root", () => {
    assert.strictEqual(verdict("src/a.ts"), "src/a.ts")
    assert.strictEqual(verdict(" /projects/board/src/a.ts "), "src/a.ts")
    assert.strictEqual(verdict("./docs/a..b.md"), "./docs/a..b.md")
  })

  it("is refused when it leaves the project by its text", () => {
    for (const path of [
      "/etc/passwd",
      "/projects/board-two/a",
      "../a",
      "src/../../a",
      "src\\..\\..\\a",
      "~/.ssh/id_rsa",
      "C:\\a",
      "file:///etc/passwd",
      "\\\\host\\share",
      "/projects/board//etc/passwd",
      "a\0b"
    ])
      assert.strictEqual(verdict(path), "Refused", path)
  })
})

describe("the command of a resolver", () => {
  it("has the id in place of whole arguments alone", () => {
    assert.deepStrictEqual(resolverArgs(["show", "{{id}}", "--x={{id}}"], "$(x) {{id}}"), [
      "show",
      "$(x) {{id}}",
      "--x={{id}}"
    ])
  })
})
