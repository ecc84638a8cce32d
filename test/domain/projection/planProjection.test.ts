import { assert, describe, it } from "@effect/vitest"
import { sha512Hex } from "../../../src/domain/hash.ts"
import { planProjection } from "../../../src/domain/projection/planProjection.ts"
import { pathsOf } from "../../../src/domain/projection/projectionFacts.ts"
import { reportOf } from "../../../src/domain/projection/reportOf.ts"
import { noWish, type Wish, type WishedFile } from "../../../src/domain/projection/wish.ts"
import {
  bytesOf,
  carriedOut,
  emptyDisk,
  noRecord,
  placesFor,
  planOn,
  shownDisk,
  written,
  type Disk,
  type Record
} from "./support.ts"

const places = placesFor("claude")

const path = "/home/ada/.claude/skills/gsd-map/SKILL.md"

const wishedFile = (text: string, more: Partial<WishedFile> = {}): WishedFile => ({
  path,
  bytes: bytesOf(text),
  executable: false,
  capability: "demo",
  kind: "skill",
  name: "gsd-map",
  ...more
})

const wishing = (text: string, more: Partial<WishedFile> = {}): Wish => ({
  ...noWish,
  files: [wishedFile(text, more)]
})

const ours = (text: string): Record => ({
  recorded: [{ capability: "demo", path, sha512: sha512Hex(text) }],
  directories: []
})

const holding = (text: string, mode?: number): Disk => written(emptyDisk, path, text, mode)

const plan = (disk: Disk, record: Record, wish: Wish | undefined) => planOn(disk, record, { wish, places })

/** State, action, what is written, and whether it is recorded then. */
const judged = (disk: Disk, record: Record, wish: Wish | undefined) => {
  const { files, recorded, rows } = plan(disk, record, wish)
  const [row] = rows
  return [
    row === undefined ? "" : `${row.state} ${row.action}`,
    files.map(({ row }) => (row.after === "absent" ? "removed" : "written")).join(),
    recorded.map(({ sha512 }) => ["one", "two", "mine"].find((text) => sha512Hex(text) === sha512)).join()
  ].join("|")
}

describe("a place at which something shall be", () => {
  it.each([
    ["nothing there", emptyDisk, noRecord, "missing write|written|two"],
    ["as it shall be, and ours", holding("two"), ours("two"), "present none||two"],
    ["as it shall be, and nobody's of ours", holding("two"), noRecord, "present none||"],
    ["as gsd wrote it before", holding("one"), ours("one"), "outdated replace|written|two"],
    ["changed since", holding("mine"), ours("one"), "modified leave||one"],
    ["changed to what it shall be", holding("two"), ours("one"), "present none||one"],
    ["somebody else's", holding("mine"), noRecord, "foreign leave||"],
    ["gone since", emptyDisk, ours("one"), "missing write|written|two"],
    ["a folder", written(emptyDisk, `${path}/x`, "x"), noRecord, "foreign leave||"],
    ["below a file", written(emptyDisk, "/home/ada/.claude", "x"), noRecord, "foreign leave||"],
    [
      "below a file, and ours once",
      written(emptyDisk, "/home/ada/.claude", "x"),
      ours("one"),
      "foreign leave||one"
    ]
  ])("%s", (_title, disk, record, expected) => {
    assert.strictEqual(judged(disk, record, wishing("two")), expected)
  })
})

describe("a place at which nothing shall be any more", () => {
  it.each([
    ["nothing there", emptyDisk, ours("one"), "||"],
    ["as gsd wrote it", holding("one"), ours("one"), "surplus remove|removed|"],
    ["changed since", holding("mine"), ours("one"), "modified leave||"],
    ["a folder", written(emptyDisk, `${path}/x`, "x"), ours("one"), "foreign leave||"],
    ["not recorded", holding("one"), noRecord, "||"]
  ])("%s", (_title, disk, record, expected) => {
    assert.strictEqual(judged(disk, record, undefined), expected)
    assert.strictEqual(judged(disk, record, noWish), expected)
  })
})

describe("what is somebody else's", () => {
  const claims = new Map([[path, "gsd-core"]])

  it("is neither written, replaced nor removed", () => {
    for (const [disk, record, wish] of [
      [emptyDisk, noRecord, wishing("two")],
      [holding("one"), ours("one"), wishing("two")],
      [holding("one"), ours("one"), undefined]
    ] as const) {
      const { files, rows } = planOn(disk, record, { wish, places, claims })
      assert.deepStrictEqual(files, [])
      assert.deepStrictEqual([rows[0]?.action, rows[0]?.reason], ["leave", "it belongs to gsd-core"])
    }
  })

  it("may be there as it shall be", () => {
    const { recorded, rows } = planOn(holding("two"), noRecord, { wish: wishing("two"), places, claims })
    assert.deepStrictEqual([rows[0]?.state, recorded], ["present", []])
  })
})

describe("what nobody looked at", () => {
  it("is left, and stays recorded", () => {
    for (const wish of [wishing("two"), undefined]) {
      const { files, recorded, rows } = planProjection({ ...ours("one"), wish, places, looked: new Map() })
      assert.deepStrictEqual([files, recorded, rows[0]?.action], [[], ours("one").recorded, "leave"])
    }
  })

  it("is none of what a plan asks for", () => {
    const facts = {
      wish: wishing("x", { path: "/b" }),
      recorded: [...ours("one").recorded, ...ours("two").recorded]
    }
    assert.deepStrictEqual(pathsOf(facts), ["/b", path])
  })
})

describe("a file's permissions", () => {
  const modeAfter = (disk: Disk, executable: boolean) =>
    plan(disk, ours("one"), wishing("two", { executable })).files[0]?.row.mode

  it("are the usual ones when it is new, and stay when it is replaced", () => {
    assert.deepStrictEqual([modeAfter(emptyDisk, false), modeAfter(emptyDisk, true)], [0o644, 0o755])
    assert.deepStrictEqual(
      [modeAfter(holding("one", 0o600), false), modeAfter(holding("one", 0o700), true)],
      [0o600, 0o700]
    )
  })

  it("follow the new bytes when those became executable, or are it no more", () => {
    assert.deepStrictEqual(
      [modeAfter(holding("one", 0o600), true), modeAfter(holding("one", 0o755), false)],
      [0o755, 0o644]
    )
  })

  it("are told and left when the bytes are as they shall be", () => {
    const { files, rows } = plan(holding("two", 0o644), ours("two"), wishing("two", { executable: true }))
    assert.deepStrictEqual([files, rows[0]?.state], [[], "present"])
    assert.strictEqual(rows[0]?.reason, "it is not executable and should be")
  })
})

describe("directories", () => {
  const made = ["/home/ada/.claude", "/home/ada/.claude/skills", "/home/ada/.claude/skills/gsd-map"]

  it("that are made are recorded, and go when nothing is left in them", () => {
    const first = plan(emptyDisk, noRecord, wishing("one"))
    assert.deepStrictEqual([first.dirsCreated, first.directories], [made, made])
    const disk = carriedOut(emptyDisk, first)
    const last = plan(disk, first, undefined)
    assert.deepStrictEqual([last.dirsRemoved, last.directories], [made, []])
    assert.deepStrictEqual(shownDisk(carriedOut(disk, last)), shownDisk(emptyDisk))
  })

  it("that were there stay, empty or not", () => {
    const disk = { ...emptyDisk, directories: new Set([...emptyDisk.directories, ...made.slice(0, 2)]) }
    const first = plan(disk, noRecord, wishing("one"))
    const after = carriedOut(disk, first)
    assert.deepStrictEqual(shownDisk(carriedOut(after, plan(after, first, undefined))), shownDisk(disk))
  })

  it("go with what is left of a skill when another takes its place", () => {
    const first = plan(emptyDisk, noRecord, wishing("one"))
    const disk = carriedOut(emptyDisk, first)
    const other = wishing("two", { path: "/home/ada/.claude/skills/gsd-ship/SKILL.md" })
    const next = plan(disk, first, other)
    assert.deepStrictEqual(next.dirsRemoved, made.slice(2))
    assert.deepStrictEqual(next.directories, [...made.slice(0, 2), "/home/ada/.claude/skills/gsd-ship"])
  })

  it("stay as long as entries lie in a file of the host in them, and are recorded when those made them", () => {
    const entries = [
      { path: "/home/ada/.claude/settings.json", capability: "demo", what: "hook", entries: [] }
    ] as const
    const wish: Wish = { ...noWish, entries }
    const { directories, dirsRemoved } = planOn(
      emptyDisk,
      { recorded: [], directories: made },
      { wish, places }
    )
    assert.deepStrictEqual([directories, dirsRemoved], [made.slice(0, 1), made.slice(1)])
    const beside = { wish, places, madeBeside: made.slice(0, 1) }
    assert.deepStrictEqual(planOn(emptyDisk, noRecord, beside).directories, made.slice(0, 1))
  })
})

describe("what is told", () => {
  it("is each reason to leave something, once, with how many there are", () => {
    const many = ["a", "b", "c"].map((name) => wishedFile("two", { path: `/home/ada/${name}` }))
    const disk = many.reduce((so, { path }) => written(so, path, "mine"), emptyDisk)
    const { warnings } = plan(disk, noRecord, { ...noWish, files: many })
    assert.deepStrictEqual(warnings, [
      "`/home/ada/a` and 2 more: left as it is, gsd did not write what is there"
    ])
  })

  it("is what a removed file was called", () => {
    assert.deepInclude(plan(holding("one"), ours("one"), undefined).rows[0], {
      kind: "skill",
      name: "gsd-map"
    })
  })

  it("is a report in the order of the paths, each note once", () => {
    const named = { runtime: "claude", scope: "global", home: "/h/.claude" } as const
    const wish = { ...noWish, notes: ["one", "one"] }
    const parts = { ...named, applied: true, profile: "full", wish, others: [], edits: [] } as const
    const rows = [
      ...plan(emptyDisk, noRecord, wishing("one")).rows,
      ...plan(holding("one"), noRecord, wishing("one", { path: "/a" })).rows
    ]
    const report = reportOf({ ...parts, rows })
    assert.deepStrictEqual(
      report.rows.map((row) => row.path),
      ["/a", path]
    )
    assert.deepStrictEqual(report.notes, ["one"])
  })
})
