import { assert, describe, it } from "vitest"
import { counted } from "../../../src/domain/text/counted.ts"

describe("counted", () => {
  it("names one thing in the singular, and none or several in the plural", () => {
    assert.deepStrictEqual(
      [0, 1, 2].map((count) => counted(count, "file")),
      ["0 files", "1 file", "2 files"]
    )
    assert.deepStrictEqual(
      [0, 1, 2].map((count) => counted(count, "capability", "capabilities")),
      ["0 capabilities", "1 capability", "2 capabilities"]
    )
  })
})
