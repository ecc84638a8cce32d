import { assert, describe, it } from "@effect/vitest"
import { isRange, satisfies, satisfiesMinimum } from "../../../src/domain/version/range.ts"
import { compareVersions, isPrerelease, isVersion } from "../../../src/domain/version/version.ts"

describe("isVersion", () => {
  it("admits strict SemVer 2.0.0 only", () => {
    for (const text of [
      "0.0.0",
      "1.2.3",
      "1.0.0-alpha.1",
      "1.0.0+001",
      "1.2.3----RC-SNAPSHOT.12.9.1--.12",
      "99999999999999999999.0.0"
    ]) {
      assert.isTrue(isVersion(text), text)
    }
    for (const text of [
      "",
      "1",
      "1.2",
      "v1.0.0",
      "01.0.0",
      "1.0.0-01",
      "1.0.0-",
      "1.0.0 ",
      "1.0.0\n",
      "1.2.3.4",
      "1.0.0-a_b",
      "1.0.0-é"
    ]) {
      assert.isFalse(isVersion(text), text)
    }
  })
})

describe("compareVersions", () => {
  it("follows SemVer precedence, with numbers of any length", () => {
    const ascending = [
      "0.9.9",
      "1.0.0-1",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.9",
      "1.0.10",
      "9007199254740993.0.0",
      "99999999999999999999.0.0"
    ]
    for (const [left, low] of ascending.entries()) {
      for (const [right, high] of ascending.entries()) {
        assert.strictEqual(Math.sign(compareVersions(low, high)), Math.sign(left - right), `${low} ${high}`)
      }
    }
    assert.strictEqual(compareVersions("1.0.0+a", "1.0.0+b"), 0)
  })

  it("knows pre-releases from build metadata", () => {
    assert.isTrue(isPrerelease("1.0.0-rc.1"))
    assert.isFalse(isPrerelease("1.0.0+a-b"))
  })
})

describe("satisfies", () => {
  it("answers the pre-release table of U38", () => {
    const table: ReadonlyArray<readonly [string, boolean]> = [
      [">=1.6.0 <3.0.0", true],
      ["^1", true],
      [">=1.15.0", false],
      [">=2.0.0-0", false],
      ["*", true],
      ["", false],
      ["not a range", false]
    ]
    for (const [range, expected] of table)
      assert.strictEqual(satisfies("1.15.0-rc.2", range), expected, range)
  })

  it("reads hyphen and spaced ranges", () => {
    assert.isTrue(satisfies("1.8.0", "1.6.0 - 2.0.0"))
    assert.isTrue(satisfies("1.8.0", ">= 1.6.0"))
    assert.isFalse(satisfies("2.5.0", ">=1.6.0 <2.0.0 || >=3.0.0"))
  })
})

describe("isRange", () => {
  it("refuses empty, blank and malformed ranges", () => {
    for (const text of [
      "",
      " ",
      "latest",
      "^^1.0.0",
      "=>1.6.0",
      ">=1.6.0 && <2",
      "1.2.3.4",
      ">=1.6.0; rm -rf",
      "1.0.0\n",
      "\u00a01",
      ">=1".repeat(1000)
    ]) {
      assert.isFalse(isRange(text), text.slice(0, 40))
    }
    for (const text of ["*", "x", "1.x", "~1.8", ">=1.6.0-rc.1", "1.6.0 - 2.0.0"])
      assert.isTrue(isRange(text), text)
  })
})

describe("satisfiesMinimum", () => {
  it("reads a bare version as a minimum and anything else as a range", () => {
    assert.isTrue(satisfiesMinimum("1.14.0", "1.6.0"))
    assert.isFalse(satisfiesMinimum("1.5.9", "1.6.0"))
    assert.isFalse(satisfiesMinimum("2.0.0", "^1.6.0"))
  })
})
