import { assert, describe, it } from "@effect/vitest"
import { saysNoAccess } from "../../../src/domain/lane/evidence.ts"

describe("saysNoAccess", () => {
  it("counts at the beginning only, where it is no quotation", () => {
    assert.isTrue(saysNoAccess("\n\n# Review\nREVIEWED-WITHOUT-REPO-ACCESS\n"))
    assert.isFalse(saysNoAccess(`${"line\n".repeat(5)}REVIEWED-WITHOUT-REPO-ACCESS`))
  })
})
