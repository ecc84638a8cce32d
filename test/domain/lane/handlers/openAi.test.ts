import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  readAnswer,
  readModels,
  requestBody,
  servedNote
} from "../../../../src/domain/lane/handlers/openAi.ts"

const read = (body: unknown) => readAnswer(JSON.stringify(body))

const answer = { _tag: "Answer", text: "", refusal: "", stoppedAtLimit: false, served: "" }

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

describe("requestBody", () => {
  it("asks for one whole answer", () => {
    assert.deepStrictEqual(JSON.parse(requestBody("m", 'a "b"\n')), {
      model: "m",
      messages: [{ role: "user", content: 'a "b"\n' }],
      stream: false
    })
  })
})

describe("readAnswer", () => {
  it.each([
    [
      { model: " m ", choices: [{ message: { content: "x" } }] },
      { ...answer, text: "x", served: "m" }
    ],
    [
      {
        choices: [
          { message: { content: [{ type: "text", text: "a" }, { type: "image" }, "b", { text: "c" }, null] } }
        ]
      },
      { ...answer, text: "abc" }
    ],
    [{ choices: [{ message: { content: [{ type: "reasoning", text: "hm" }] } }] }, answer],
    [{ choices: [{ text: "old" }] }, { ...answer, text: "old" }],
    [
      { choices: [{ message: { content: "x" }, finish_reason: "length" }] },
      { ...answer, text: "x", stoppedAtLimit: true }
    ],
    [{ choices: [{ message: { content: null, refusal: "no" } }] }, { ...answer, refusal: "no" }],
    [{ choices: [7] }, answer],
    [{ choices: [] }, { _tag: "NoChoices" }],
    [{ choices: {} }, { _tag: "Unexpected", problem: "without `choices`" }],
    [
      { error: "down", choices: [{ message: { content: "x" } }] },
      { _tag: "Reported", message: "down" }
    ],
    [{ error: { code: "E1" } }, { _tag: "Reported", message: "E1" }],
    [[], { _tag: "Unexpected", problem: "no JSON object" }]
  ])("reads %j", (body, expected) => {
    assert.deepStrictEqual(read(body), expected as ReturnType<typeof read>)
  })

  it("reads no JSON, cut JSON, and JSON that is nested without end", () => {
    for (const body of ["", "<html>", '{"choices":[{"message":{"content":"x'])
      assert.deepStrictEqual(readAnswer(body), { _tag: "NotJson" })
    assert.include(["NotJson", "Unexpected"], readAnswer(nested(200_000))._tag)
    assert.include(["NotJson", "Unexpected"], readAnswer(`{"choices":${nested(50_000)}`)._tag)
  })

  it.prop("never throws", { json: Schema.Json, text: Schema.String }, ({ json, text }) => {
    for (const body of [
      text,
      JSON.stringify(json),
      JSON.stringify({ choices: [json] }),
      JSON.stringify({ data: json })
    ]) {
      assert.isString(readAnswer(body)._tag)
      assert.notStrictEqual(readModels(body)?.length, 0)
    }
  })
})

describe("readModels", () => {
  it("reads the ids in their order, and nothing where there are none", () => {
    assert.deepStrictEqual(readModels('{"data":[{"id":"b"},{"id":" a "},{"id":7},{},{"id":""}]}'), ["b", "a"])
    for (const body of ["", "{}", '{"data":[]}', '{"data":{"id":"a"}}', "[]"])
      assert.strictEqual(readModels(body), undefined)
  })
})

describe("servedNote", () => {
  it("tells when another model answered", () => {
    assert.include(servedNote("a", "b"), "`b` answered, `a` was asked")
    assert.strictEqual(servedNote("a", "a"), undefined)
    assert.strictEqual(servedNote("a", ""), undefined)
  })
})
