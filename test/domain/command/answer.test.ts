import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { takeApart } from "../../../src/domain/command/answer.ts"
import { limits } from "../../../src/domain/limits.ts"

const mark = "a1-b2"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What the runner writes behind the output. */
const answered = (json: string): string => `\0gsd-result ${mark} ${bytesOf(json).length}\n${json}`

describe("takeApart", () => {
  it.prop(
    "gives back any output and any answer",
    [Schema.String, Schema.Json, Schema.String],
    ([before, value, after]) => {
      const json = JSON.stringify(value)
      const taken = takeApart(bytesOf(before + answered(json) + after), mark)
      // Half a character at the end of one and the other half at the start of the other are not one character.
      const text = new TextDecoder().decode(new Uint8Array([...bytesOf(before), ...bytesOf(after)]))
      assert.deepStrictEqual(taken, { text, truncated: false, result: JSON.parse(json) })
    }
  )

  it("takes the last mark, and none of another run", () => {
    const text = answered("1") + answered("2")
    assert.deepInclude(takeApart(bytesOf(text), mark), { text: answered("1"), result: 2 })
    assert.notProperty(takeApart(bytesOf(answered("1")), "c3-d4"), "result")
  })

  it("takes an answer that is cut, or is no JSON, for none", () => {
    for (const text of [
      "\0gsd-result a1-b2 ",
      "\0gsd-result a1-b2 9\n[1",
      "\0gsd-result a1-b2 x\n1",
      answered("{")
    ])
      assert.notProperty(takeApart(bytesOf(text), mark), "result", text)
  })

  it("cuts output at its limit, between characters", () => {
    const taken = takeApart(bytesOf(`a${"ä".repeat(limits.commandOutputBytes / 2)}${answered("1")}`), mark)
    assert.include(taken, { truncated: true, result: 1 })
    assert.strictEqual(taken.text.at(-1), "ä")
    assert.strictEqual(bytesOf(taken.text).length, limits.commandOutputBytes - 1)
  })
})
