import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { decideIdle, decideTimeout, nativeTimeoutSeconds } from "../../../src/domain/lane/timeout.ts"
import { limits } from "../../../src/domain/limits.ts"
import { laneNamed, owl, runOf, settings, settingsFile } from "./lanes.ts"

const key = "review.timeouts.owl"

const decide = (value?: JsonValue) =>
  decideTimeout(runOf(owl()), settings(value === undefined ? {} : { [key]: value }))

describe("decideTimeout", () => {
  it("is the floor when nothing is set, without a warning", () => {
    for (const choice of [decide(), decide(null)])
      assert.deepStrictEqual(choice, { timeout: Duration.seconds(600), source: "floor", warnings: [] })
  })

  it("honours a setting in seconds above the floor", () => {
    assert.deepStrictEqual(decide(900), { timeout: Duration.seconds(900), source: "setting", warnings: [] })
    assert.deepStrictEqual(decide(600).timeout, Duration.seconds(600))
    assert.deepStrictEqual(decide(600.0004).timeout, Duration.millis(600_001))
    assert.deepStrictEqual(decide(limits.laneMillis / 1000).timeout, Duration.millis(limits.laneMillis))
  })

  const bad: ReadonlyArray<readonly [JsonValue]> = [
    ...[10, 0.5, 599.999, 0, -1, 1e12, 86_401, 1e308, -0, "15", "900", "", true].map(
      (one): readonly [JsonValue] => [one]
    ),
    [[900]],
    [["900"]]
  ]
  it.each(bad)("falls to the floor at %j, with a warning that names key, value and file", (value) => {
    const { timeout, source, warnings } = decide(value)
    assert.deepStrictEqual([timeout, source, warnings.length], [Duration.seconds(600), "floor", 1])
    const [warning] = warnings
    assert.deepStrictEqual(warning?.setting, { key, value: JSON.stringify(value), file: settingsFile })
    for (const part of [key, JSON.stringify(value), settingsFile, "600 s"])
      assert.include(warning?.message, part)
  })

  it("does not read a key that the lane does not name", () => {
    const lane = owl({ timeoutConfigKey: null })
    assert.deepStrictEqual(decideTimeout(runOf(lane), settings({ [key]: 900, "": 900 })).source, "floor")
  })

  it("cuts a floor above the ceiling, with a warning", () => {
    const { timeout, warnings } = decideTimeout(runOf(owl({ timeoutFloorMs: 1e15 })), settings())
    assert.deepStrictEqual([timeout, warnings.length], [Duration.millis(limits.laneMillis), 1])
  })

  it.prop("is always between floor and ceiling, whatever is set", { value: Schema.Json }, ({ value }) => {
    const millis = Duration.toMillis(decide(value).timeout)
    assert.isTrue(millis >= 600_000 && millis <= limits.laneMillis)
  })
})

describe("nativeTimeoutSeconds", () => {
  it.each([
    [1200, 1140],
    [900, 840],
    [600, 540],
    [30, 27],
    [5, 4],
    [1, 1],
    [0.001, 1]
  ])("ends a limit of %d s at %d s, before ours", (ours, native) => {
    assert.strictEqual(nativeTimeoutSeconds(Duration.seconds(ours)), native)
  })

  it("follows a longer setting of the shipped lane that has one", () => {
    const choice = decideTimeout(
      runOf(laneNamed("antigravity")),
      settings({ "review.timeouts.antigravity": 900 })
    )
    assert.strictEqual(nativeTimeoutSeconds(choice.timeout), 840)
  })
})

describe("decideIdle", () => {
  const idle = (value?: JsonValue) =>
    decideIdle(runOf(owl()), settings(value === undefined ? {} : { "review.idle_timeout": value }))

  it("limits silence only where that is set", () => {
    assert.deepStrictEqual(idle(), { idle: undefined, warnings: [] })
    assert.deepStrictEqual(idle(90), { idle: Duration.seconds(90), warnings: [] })
  })

  it.each<[JsonValue]>([[0], [-1], ["90"], [true], [86_401], [[90]]])(
    "limits nothing at %j, with a warning that names key, value and file",
    (value) => {
      const choice = idle(value)
      assert.isUndefined(choice.idle)
      assert.deepStrictEqual(
        choice.warnings.map(({ setting }) => setting),
        [{ key: "review.idle_timeout", value: JSON.stringify(value), file: settingsFile }]
      )
    }
  )
})
