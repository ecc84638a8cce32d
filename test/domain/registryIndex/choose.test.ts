import { assert, describe, it } from "@effect/vitest"
import type { IndexVersion } from "../../../src/domain/registryIndex/capabilityIndex.ts"
import { choose, type Choice, type Wanted } from "../../../src/domain/registryIndex/choose.ts"
import { momentOf } from "../../../src/domain/registryIndex/moment.ts"

const day = 86_400_000
const now = 100 * day

const entry = (members: Partial<IndexVersion> = {}): IndexVersion => ({
  tier: "full",
  artifact: "x.tgz",
  sha512: "sha512-",
  size: 1,
  publishedAt: momentOf(0),
  ...members
})

const indexOf = (versions: Readonly<Record<string, Partial<IndexVersion>>>) => ({
  id: "x",
  versions: new Map(Object.entries(versions).map(([version, members]) => [version, entry(members)]))
})

const choosing = (
  versions: Readonly<Record<string, Partial<IndexVersion>>>,
  wanted: Partial<Wanted> = {}
): Choice =>
  choose(indexOf(versions), {
    selector: undefined,
    exactly: undefined,
    host: "1.14.0",
    minAgeMillis: 0,
    now,
    ...wanted
  })

const told = (choice: Choice): string =>
  choice._tag === "Chosen" ? choice.version : choice._tag === "Refused" ? choice.rule : choice._tag

const young = { publishedAt: momentOf(now - day) }
const yanked = { yanked: true }
const newer = { engines: { gsd: ">=2.0.0" } }

describe("choose", () => {
  const cases: ReadonlyArray<
    readonly [what: string, Readonly<Record<string, Partial<IndexVersion>>>, Partial<Wanted>, string]
  > = [
    ["the newest", { "1.0.0": {}, "1.10.0": {}, "1.9.0": {} }, {}, "1.10.0"],
    ["the newest in a range", { "1.0.0": {}, "1.9.0": {}, "2.0.0": {} }, { selector: "^1" }, "1.9.0"],
    ["no pre-release as long as there is a stable one", { "1.0.0": {}, "2.0.0-rc.1": {} }, {}, "1.0.0"],
    ["the newest pre-release of pre-releases alone", { "1.0.0-a": {}, "1.0.0-b": {} }, {}, "1.0.0-b"],
    [
      "no pre-release in place of a stable one that is yanked",
      { "1.0.0": yanked, "2.0.0-a": {} },
      {},
      "yanked"
    ],
    ["the newest that is not yanked", { "1.0.0": {}, "1.1.0": yanked }, {}, "1.0.0"],
    ["the newest that fits the host", { "1.0.0": {}, "1.1.0": newer }, {}, "1.0.0"],
    ["none that fits no host", { "1.1.0": newer }, {}, "no-version"],
    ["the newest that is old enough", { "1.0.0": {}, "1.1.0": young }, { minAgeMillis: 2 * day }, "1.0.0"],
    ["one that is just old enough", { "1.1.0": young }, { minAgeMillis: day }, "1.1.0"],
    ["none that is too young", { "1.1.0": young }, { minAgeMillis: 2 * day }, "too-young"],
    ["the version that is named", { "1.0.0": {}, "1.1.0": {} }, { selector: "1.0.0" }, "1.0.0"],
    ["no yanked version though it is named", { "1.0.0": yanked }, { selector: "1.0.0" }, "yanked"],
    ["a yanked version that was pinned", { "1.0.0": yanked }, { exactly: "1.0.0" }, "1.0.0"],
    [
      "what was pinned and not what the range says",
      { "1.0.0": {}, "1.1.0": {} },
      { exactly: "1.0.0", selector: "^1" },
      "1.0.0"
    ],
    [
      "no pinned version that is too young",
      { "1.0.0": young },
      { exactly: "1.0.0", minAgeMillis: 2 * day },
      "too-young"
    ],
    ["nothing for a version that is not there", { "1.0.0": {} }, { selector: "1.0.1" }, "Missing"],
    ["nothing for a range that holds none", { "1.0.0": {} }, { selector: "^2" }, "Missing"],
    ["nothing of nothing", {}, {}, "Missing"]
  ]
  for (const [what, versions, wanted, expected] of cases)
    it(`takes ${what}`, () => {
      assert.strictEqual(told(choosing(versions, wanted)), expected)
    })

  it("tells what was passed over and why, and nothing of older versions", () => {
    const choice = choosing(
      { "0.9.0": yanked, "1.0.0": {}, "1.1.0": yanked, "1.2.0": newer, "1.3.0": young },
      { minAgeMillis: 2 * day }
    )
    assert.include(choice, { _tag: "Chosen", version: "1.0.0" })
    const notes = choice._tag === "Chosen" ? choice.notes : []
    assert.strictEqual(notes.length, 3)
    assert.match(notes[0] ?? "", /^1\.1\.0 .*yanked/u)
    assert.match(notes[1] ?? "", /^1\.2\.0 .*>=2\.0\.0.*1\.14\.0/u)
    assert.match(notes[2] ?? "", /^1\.3\.0 .*minAge/u)
  })

  it("notes that a pinned version was yanked, and names the newest when there is no such version", () => {
    const pinned = choosing({ "1.0.0": yanked }, { exactly: "1.0.0" })
    assert.match(pinned._tag === "Chosen" ? (pinned.notes[0] ?? "") : "", /1\.0\.0 was yanked/u)
    const absent = choosing({ "1.0.0": {}, "1.1.0": {} }, { exactly: "3.0.0" })
    assert.include(absent, { _tag: "Missing", hint: "The newest it has: 1.1.0, 1.0.0" })
    const long = choosing({ "1.0.0": {} }, { exactly: "9".repeat(100_000) })
    assert.isBelow(long._tag === "Missing" ? long.reason.length : Infinity, 2000)
  })
})
