import { assert, describe, it } from "@effect/vitest"
import { admitsHost, compatibleVersions, newestOf } from "../../../src/domain/version/pick.ts"

const published = ["1.0.0", "1.2.0", "1.10.0", "2.0.0-rc.1", "1.9.0", "2.0.0-rc.2"]

const picks: ReadonlyArray<
  readonly [range: string | undefined, of: ReadonlyArray<string>, string | undefined]
> = [
  [undefined, published, "1.10.0"],
  [undefined, ["2.0.0-rc.1", "2.0.0-rc.2"], "2.0.0-rc.2"],
  [undefined, [], undefined],
  ["^1", published, "1.10.0"],
  ["~1.2", published, "1.2.0"],
  ["*", published, "1.10.0"],
  [">=1", published, "1.10.0"],
  ["^2", published, undefined],
  [">=2.0.0-rc.0", published, "2.0.0-rc.2"],
  ["^2.0.0-rc.1", [...published, "2.0.0"], "2.0.0"],
  [">=2.0.0-rc.0", ["2.0.1-rc.1"], undefined],
  ["<=2.0.0-rc.1", published, "2.0.0-rc.1"],
  ["1.2.0 || 1.9.0", published, "1.9.0"],
  ["^1", ["v1.0.0", "1.0", "01.0.0", " 1.0.0", "1.0.0"], "1.0.0"],
  ["not a range", published, undefined]
]

describe("newestOf", () => {
  for (const [range, of, expected] of picks) {
    it(`takes ${expected} for ${range} of ${of.join(" ")}`, () => {
      assert.strictEqual(newestOf(of, range), expected)
      assert.strictEqual(newestOf(of.toReversed(), range), expected)
    })
  }
})

describe("compatibleVersions", () => {
  it("names the versions whose wish this host meets, newest first, and reads a bare version as a minimum", () => {
    const table = { "1.0.0": "1.6.0", "1.10.0": ">=1.14.0 <2", "1.2.0": "^1", "2.0.0": "2.0.0", later: "*" }
    assert.deepStrictEqual(compatibleVersions(table, "1.14.0"), ["1.10.0", "1.2.0", "1.0.0"])
    assert.deepStrictEqual(compatibleVersions(table, "1.7.0"), ["1.2.0", "1.0.0"])
  })
})

describe("admitsHost", () => {
  it("asks for nothing without a range", () => {
    assert.isTrue(admitsHost(undefined, "1.14.0"))
    assert.isTrue(admitsHost("^1", "1.15.0-rc.2"))
    assert.isFalse(admitsHost("^2", "1.14.0"))
  })
})
