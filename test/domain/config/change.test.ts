import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { judgeEdited } from "../../../src/domain/config/change.ts"

const judged = (origin: "project" | "user" | "workstream", text: string) =>
  judgeEdited(origin, "/f", new TextEncoder().encode(text))

describe("judgeEdited", () => {
  it("lets nothing into a project's file that its policy cannot be read with", () => {
    for (const text of [
      '{"capabilities":{"auto_update":"yes"}}',
      '{"capabilities":[]}',
      "{",
      '{"a":1,"a":2}'
    ]) {
      const result = judged("project", text)
      assert(Result.isFailure(result), text)
      assert.include(result.failure, { _tag: "ConfigFileSpoilt", file: "/f" })
    }
    assert.isTrue(Result.isSuccess(judged("project", '{"capabilities":{"auto_update":true}}')))
  })

  it("reads no policy in the files of a user and a workstream", () => {
    for (const origin of ["user", "workstream"] as const)
      assert.isTrue(Result.isSuccess(judged(origin, '{"capabilities":[]}')))
  })
})
