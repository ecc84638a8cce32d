import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import { ageText, isOldEnough } from "../../../src/domain/npm/age.ts"
import { choose } from "../../../src/domain/npm/choose.ts"
import { distributionOf, readPackument } from "../../../src/domain/npm/packument.ts"

const day = 86_400_000
const now = Date.parse("2026-06-10T00:00:00.000Z")
const noAge = { now, minAgeMillis: 0 }
const threeDays = { now, minAgeMillis: 3 * day }

const daysAgo = (days: number) => new Date(now - days * day).toISOString()

interface Told {
  readonly tags?: Record<string, string>
  readonly deprecated?: ReadonlyArray<string>
  readonly times?: Record<string, string>
}

const packument = (versions: ReadonlyArray<string>, told: Told = {}) =>
  Result.getOrThrow(
    readPackument({
      name: "cap",
      "dist-tags": told.tags ?? {},
      versions: Object.fromEntries(
        versions.map((version): [string, JsonObject] => [
          version,
          { version, ...(told.deprecated?.includes(version) ? { deprecated: "use \u001b[2Kanother" } : {}) }
        ])
      ),
      time: told.times ?? {}
    })
  )

const wanted = (selector?: string, exactly?: string) => ({ source: "npm:cap", selector, exactly })

const many = ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "2.1.0-beta.1"]
const tagged = { tags: { latest: "2.0.0", next: "2.1.0-beta.1", old: "1.0.0" } }

describe("choose", () => {
  const cases: ReadonlyArray<readonly [string, string | undefined, Told, string]> = [
    ["what `latest` names without a selector", undefined, tagged, "2.0.0"],
    ["what `latest` names though newer ones are there", undefined, { tags: { latest: "1.1.0" } }, "1.1.0"],
    ["the newest that is no pre-release without tags", undefined, {}, "2.0.0"],
    ["what a tag names", "next", tagged, "2.1.0-beta.1"],
    ["an exact version", "1.1.0", tagged, "1.1.0"],
    ["an exact pre-release", "2.1.0-beta.1", tagged, "2.1.0-beta.1"],
    ["the newest of a range", "^1", tagged, "1.2.0"],
    ["no pre-release for a range that names none", "^2", tagged, "2.0.0"],
    ["a pre-release for a range that names its numbers", ">=2.1.0-beta.0", tagged, "2.1.0-beta.1"],
    ["what `latest` names before the newest of a range", "^1", { tags: { latest: "1.1.0" } }, "1.1.0"],
    [
      "a `latest` that is a pre-release for any version",
      "*",
      { tags: { latest: "2.1.0-beta.1" } },
      "2.1.0-beta.1"
    ],
    ["a version that is not deprecated before a newer one", "^1", { deprecated: ["1.2.0"] }, "1.1.0"],
    [
      "the newest of deprecated ones when there is no other",
      "^1",
      { deprecated: ["1.0.0", "1.1.0", "1.2.0"] },
      "1.2.0"
    ],
    [
      "none that is deprecated because it is `latest`",
      "^1",
      { tags: { latest: "1.1.0" }, deprecated: ["1.1.0"] },
      "1.2.0"
    ]
  ]
  for (const [what, selector, told, expected] of cases) {
    it(`takes ${what}`, () => {
      const chosen = Result.getOrThrow(choose(packument(many, told), wanted(selector), noAge))
      assert.strictEqual(chosen.version, expected)
      assert.strictEqual(chosen.published["version"], expected)
    })
  }
  it("says that what it takes is deprecated, in letters that do no harm", () => {
    const told = { deprecated: many }
    const chosen = Result.getOrThrow(choose(packument(many, told), wanted("1.0.0"), noAge))
    assert.deepStrictEqual(chosen.notes, ["`1.0.0` is deprecated: use \\u{1b}[2Kanother"])
  })
  it("takes exactly what is wished for, whatever the selector says", () => {
    const chosen = Result.getOrThrow(choose(packument(many, tagged), wanted("^2", "1.0.0"), noAge))
    assert.strictEqual(chosen.version, "1.0.0")
  })

  const missing: ReadonlyArray<readonly [string | undefined, Told, RegExp]> = [
    ["9.9.9", tagged, /has no version `9\.9\.9`/u],
    ["1.0.1", { times: { "1.0.1": daysAgo(9) } }, /no longer has version `1\.0\.1`/u],
    ["^9", tagged, /has no version in `\^9`/u],
    ["beta", tagged, /has no tag `beta`/u],
    ["constructor", tagged, /has no tag `constructor`/u],
    [undefined, { tags: { latest: "7.0.0" } }, /no version `7\.0\.0`, which its tag `latest` names/u]
  ]
  for (const [selector, told, message] of missing) {
    it(`finds nothing for ${selector} and says what there is`, () => {
      const failure = Result.getOrThrow(Result.flip(choose(packument(many, told), wanted(selector), noAge)))
      assert.strictEqual(failure._tag, "SourceNotFound")
      assert.match(failure.message, message)
      assert.match(failure.hints.join(), /`2\.1\.0-beta\.1`, `2\.0\.0`, `1\.2\.0`, `1\.1\.0`, `1\.0\.0`/u)
    })
  }
  it("tells a package without versions from one that was unpublished", () => {
    const empty = Result.getOrThrow(Result.flip(choose(packument([]), wanted(), noAge)))
    assert.match(empty.message, /has no version$/u)
    const times = { "1.0.0": daysAgo(1) }
    const gone = Result.getOrThrow(Result.flip(choose(packument([], { times }), wanted("^1"), noAge)))
    assert.match(gone.message, /it was unpublished$/u)
  })
})

describe("choose under an age", () => {
  const times = {
    "1.0.0": daysAgo(100),
    "1.1.0": daysAgo(50),
    "1.2.0": daysAgo(1),
    "2.0.0": daysAgo(2),
    "2.1.0-beta.1": daysAgo(0)
  }
  const young = { ...tagged, times }
  const taken: ReadonlyArray<readonly [string | undefined, Told, string, string | undefined]> = [
    ["1.1.0", young, "1.1.0", undefined],
    ["^1", young, "1.1.0", "1.2.0"],
    [undefined, young, "1.1.0", "2.0.0"],
    ["latest", young, "1.1.0", "2.0.0"],
    ["next", young, "1.1.0", "2.1.0-beta.1"],
    ["^1", { tags: { latest: "1.2.0" }, times }, "1.1.0", "1.2.0"],
    ["^1", { times: { "1.0.0": daysAgo(3) } }, "1.0.0", "1.2.0"]
  ]
  for (const [selector, told, expected, passedOver] of taken) {
    it(`takes ${expected} for ${selector}${passedOver === undefined ? "" : ` in place of ${passedOver}`}`, () => {
      const chosen = Result.getOrThrow(choose(packument(many, told), wanted(selector), threeDays))
      assert.strictEqual(chosen.version, expected)
      assert.deepStrictEqual(
        chosen.notes,
        passedOver === undefined
          ? []
          : [`\`${passedOver}\` was passed over: it is not known to be out for 3 days`]
      )
    })
  }
  const refusals: ReadonlyArray<readonly [string | undefined, string | undefined, Told]> = [
    ["2.0.0", undefined, young],
    ["^2", undefined, young],
    ["^1", "1.2.0", young],
    ["1.0.0", undefined, {}],
    ["1.0.0", undefined, { times: { "1.0.0": "yesterday" } }],
    ["1.0.0", undefined, { times: { "1.0.0": daysAgo(-1000) } }],
    [undefined, undefined, { tags: { latest: "1.0.0" } }]
  ]
  for (const [selector, exactly, told] of refusals) {
    it(`refuses ${exactly ?? selector} with times ${JSON.stringify(told.times ?? {})}`, () => {
      const failure = Result.getOrThrow(
        Result.flip(choose(packument(many, told), wanted(selector, exactly), threeDays))
      )
      assert.deepInclude(failure, { _tag: "SourceRefused", rule: "too-young" })
      assert.match(failure.message, /3 days, as the policy `minAge` asks/u)
    })
  }
})

describe("isOldEnough", () => {
  it("counts to the millisecond", () => {
    assert.isTrue(isOldEnough(threeDays, daysAgo(3)))
    assert.isFalse(isOldEnough(threeDays, new Date(now - 3 * day + 1).toISOString()))
    assert.isTrue(isOldEnough(noAge, undefined))
  })
})

describe("ageText", () => {
  for (const [millis, text] of [
    [3 * day, "3 days"],
    [day, "1 day"],
    [14 * day, "2 weeks"],
    [90_000, "90 seconds"],
    [36 * 3_600_000, "36 hours"]
  ] as const) {
    it(`writes ${text}`, () => {
      assert.strictEqual(ageText(millis), text)
    })
  }
})

describe("readPackument", () => {
  const read = (value: JsonValue) => Result.getOrThrow(readPackument(value))
  it("passes over what is of the wrong type, and takes names like `__proto__` for names", () => {
    const value = JSON.parse(
      '{"versions":{"__proto__":{},"1.0.0":[],"1.0.1":"x","v1":{},"1.0.2":{"__proto__":{"deprecated":"x"}},"constructor":{}},"dist-tags":{"latest":1,"__proto__":"1.0.2"},"time":[]}'
    ) as JsonValue
    const { tags, times, versions } = read(value)
    assert.deepStrictEqual([...versions.keys()], ["1.0.2"])
    assert.deepStrictEqual([...tags], [["__proto__", "1.0.2"]])
    assert.strictEqual(times.size, 0)
    assert.isUndefined((Object.prototype as { deprecated?: unknown }).deprecated)
    const chosen = Result.getOrThrow(choose(read(value), wanted("^1"), noAge))
    assert.deepStrictEqual(chosen.notes, [])
  })
  it("wants an object", () => {
    for (const value of [null, [], "x", 1])
      assert.deepStrictEqual(readPackument(value), Result.fail("holds no JSON object"))
    assert.strictEqual(read({}).versions.size, 0)
  })
  it("chooses among 20,000 versions", () => {
    const versions = Array.from({ length: 20_000 }, (_, at) => `1.${at}.0`)
    const chosen = Result.getOrThrow(choose(packument(versions), wanted("^1"), noAge))
    assert.strictEqual(chosen.version, "1.19999.0")
  })
})

describe("distributionOf", () => {
  const one = `sha512-${"A".repeat(86)}==`
  const cases: ReadonlyArray<readonly [JsonValue, string | undefined]> = [
    [{ integrity: one }, one],
    [{ integrity: `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${one}?opt` }, one],
    [{ integrity: `${one} sha384-x` }, one],
    [{ integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", shasum: "da39" }, undefined],
    [{ shasum: "da39" }, undefined],
    [{ integrity: `x${one}` }, undefined],
    [{ integrity: one.slice(0, -3) }, undefined],
    [{ integrity: [one] }, undefined],
    ["x", undefined],
    [null, undefined]
  ]
  for (const [dist, expected] of cases) {
    it(`finds ${expected === undefined ? "no sha512" : "the sha512"} in ${JSON.stringify(dist)}`, () => {
      assert.strictEqual(distributionOf({ dist }).integrity, expected)
    })
  }
})
