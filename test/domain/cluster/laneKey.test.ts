import { assert, describe, it } from "@effect/vitest"
import { executionIdOf, keyOfExecution, type LaneHanded } from "../../../src/domain/cluster/handed.ts"
import { bytesOf, isSameLane, laneKey, namedLane, offeredBy } from "../../../src/domain/cluster/laneKey.ts"
import { laneNamed, owl } from "../lane/lanes.ts"

const named = namedLane(owl())

const handed = (more: Partial<LaneHanded> = {}): LaneHanded => ({
  run: "20261130T174408Z-6e4048df",
  identity: "owl",
  ...named,
  prompt: "Review this.",
  timeoutMillis: 1000,
  ...more
})

/** Columns of the engine's tables in PostgreSQL. */
const shardCharacters = 50
const entityCharacters = 255

describe("laneKey", () => {
  it("tells lanes by capability, slug and bytes, and those of one lane by their bytes alone", () => {
    const key = laneKey(named)
    assert.notStrictEqual(laneKey({ ...named, id: "another" }), key)
    assert.notStrictEqual(laneKey({ ...named, slug: "another" }), key)
    assert.isFalse(isSameLane(laneKey({ ...named, slug: "another" }), key))
    const other = laneKey({ ...named, bytes: "another" })
    assert.notStrictEqual(other, key)
    assert.isTrue(isSameLane(other, key))
  })

  it("takes the definition of a first-party lane for its bytes", () => {
    const gemini = laneNamed("gemini")
    assert.match(bytesOf(gemini), /^sha512-/u)
    const slower = { ...gemini, reviewer: { ...gemini.reviewer, timeoutFloorMs: 1 } }
    assert.notStrictEqual(bytesOf(slower), bytesOf(gemini))
    assert.strictEqual(bytesOf({ ...gemini, contentHash: "sha512-x" }), "sha512-x")
  })

  it("fits into the engine's tables, however long the names are", () => {
    const long = handed({ run: "r".repeat(200), identity: "i".repeat(200), slug: "s".repeat(200) })
    assert.isAtMost(`${laneKey(long)}:${"9".repeat(4)}`.length, shardCharacters)
    assert.isAtMost(executionIdOf(long).length, entityCharacters)
    assert.strictEqual(keyOfExecution(executionIdOf(long)), laneKey(long))
  })
})

describe("executionIdOf", () => {
  it("is one for a lane in a run, whatever its prompt is", () => {
    const id = executionIdOf(handed())
    assert.strictEqual(executionIdOf(handed({ prompt: "Another." })), id)
    assert.notStrictEqual(executionIdOf(handed({ run: "another" })), id)
    assert.notStrictEqual(executionIdOf(handed({ identity: "another" })), id)
  })
})

describe("offeredBy", () => {
  it("finds who offers the very bytes, and who offers others", () => {
    const key = laneKey(named)
    const other = laneKey({ ...named, bytes: "another" })
    const stranger = laneKey({ ...named, slug: "another" })
    assert.deepStrictEqual(
      offeredBy(key, [
        { name: "a", offers: [stranger, key] },
        { name: "b", offers: [other] },
        { name: "c", offers: [key, other] },
        { name: "d", offers: [stranger] }
      ]),
      { runners: ["a", "c"], otherBytes: ["b"] }
    )
  })
})
