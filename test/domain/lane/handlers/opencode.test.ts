import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { readOpencode } from "../../../../src/domain/lane/handlers/opencode.ts"

const lines = (...events: ReadonlyArray<unknown>): string =>
  `${events.map((event) => JSON.stringify(event)).join("\n")}\n`

const text = (words: string) => ({ type: "text", part: { text: words } })

const finish = (reason: string, output?: number) => ({
  type: "step_finish",
  part: { reason, ...(output === undefined ? {} : { tokens: { output } }) }
})

describe("readOpencode", () => {
  it("puts the texts together, and keeps why it ended and how much it wrote", () => {
    const stdout = lines(
      { type: "step_start" },
      text("one"),
      finish("tool-calls", 5),
      text(""),
      text("two"),
      finish("stop", 7)
    )
    assert.deepStrictEqual(readOpencode(stdout), {
      text: "one\n\ntwo",
      error: undefined,
      finish: "stop",
      outputTokens: 12,
      otherLines: 0
    })
  })

  it("passes over lines that are no object, such as the last of a cut output", () => {
    const answer = readOpencode(`booting…\n\n${lines(text("one"), 7, null)}{"type":"text","part":{"te`)
    assert.deepInclude(answer, { text: "one", otherLines: 4, finish: "", outputTokens: undefined })
  })

  it.each([
    [{ name: "APIError", data: { message: "no key" } }, "no key"],
    [{ message: "boom" }, "boom"],
    [{ name: "Aborted" }, "Aborted"],
    ["plain", "plain"],
    [undefined, "an error without a message"]
  ])("tells the error %j", (error, said) => {
    assert.strictEqual(readOpencode(lines(text("half"), { type: "error", error })).error, said)
  })

  it("does not hold an error against a text that came after it", () => {
    assert.strictEqual(readOpencode(lines({ type: "error", error: "retry" }, text("whole"))).error, undefined)
  })

  it("reads no text out of other events", () => {
    const tool = { type: "tool_use", part: { text: "x" } }
    assert.strictEqual(
      readOpencode(lines(tool, { type: "text" }, { type: "text", part: { text: 7 } })).text,
      ""
    )
  })

  it.prop("never throws", { json: Schema.Array(Schema.Json), odd: Schema.String }, ({ json, odd }) => {
    assert.isString(readOpencode(odd + lines(...json)).text)
  })
})
