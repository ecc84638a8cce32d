import { assert, describe, it } from "vitest"
import { auditHash, auditText, type AuditEvent } from "../../../src/domain/audit/line.ts"
import { readAuditLog } from "../../../src/domain/audit/log.ts"
import { historyOf } from "../../../src/domain/doctor/history.ts"
import { sha512Integrity } from "../../../src/domain/hash.ts"
import { recordOf } from "../../support/records.ts"

const logOf = (events: ReadonlyArray<Omit<AuditEvent, "at" | "scope"> & { readonly scope?: string }>) => {
  let head = ""
  let text = ""
  events.forEach((event, index) => {
    const line = auditText({ at: `2026-01-01T00:00:0${index}.000Z`, scope: "global", ...event }, head)
    head = auditHash(line)
    text += `${line}\n`
  })
  return text
}

const bytes = (text: string) => new TextEncoder().encode(text)
const a = { id: "a", contentHash: sha512Integrity("a1"), consentDigest: sha512Integrity("d1"), source: "/a" }
const a2 = { id: "a", contentHash: sha512Integrity("a2"), consentDigest: sha512Integrity("d2"), source: "/a" }

describe("readAuditLog", () => {
  const log = logOf([
    { event: "begin", tx: "1", op: "install", ...a },
    { event: "commit", tx: "1", op: "install", ...a },
    { event: "begin", tx: "2", op: "remove", id: "a" }
  ])

  it("believes a whole chain, and leaves a torn end", () => {
    assert.deepInclude(readAuditLog(bytes(`${log}{"v":`)), { lines: readAuditLog(bytes(log)).lines })
    assert.strictEqual(readAuditLog(bytes(log)).lines.length, 3)
    assert.deepStrictEqual(readAuditLog(bytes("")), { lines: [] })
    assert.deepStrictEqual(readAuditLog(bytes("torn")), { lines: [] })
  })

  it("stops where a line was changed, is missing, or is none", () => {
    const [first = "", second = "", third = ""] = log.split("\n")
    const broken = (lines: ReadonlyArray<string>) => {
      const read = readAuditLog(bytes(`${lines.join("\n")}\n`))
      return [read.lines.length, read.brokenAt]
    }
    assert.deepStrictEqual(broken([first.replace('"/a"', '"/b"'), second, third]), [1, 2])
    assert.deepStrictEqual(broken([first, third]), [1, 2])
    assert.deepStrictEqual(broken([second, third]), [0, 1])
    assert.deepStrictEqual(broken([first, second, "", third]), [2, 3])
  })
})

describe("historyOf", () => {
  const told = (events: Parameters<typeof logOf>[0], records: Parameters<typeof historyOf>[1] = []) =>
    historyOf(readAuditLog(bytes(logOf(events))).lines, records, "global")

  it("counts commits only, with what their begin line said", () => {
    const history = told([
      { event: "begin", tx: "1", op: "install", ...a, wire: ["/s.json"] },
      { event: "commit", tx: "1", op: "install", id: "a" },
      { event: "begin", tx: "2", op: "update", ...a2 },
      { event: "abort", tx: "2", op: "update" },
      { event: "begin", tx: "3", op: "update", ...a2 },
      { event: "commit", tx: "4", op: "install", ...a, id: "b", scope: "another" }
    ])
    assert.deepStrictEqual([...history.capabilities.keys()], ["a"])
    const found = history.capabilities.get("a")
    assert.deepInclude(found, { disabled: false, wire: ["/s.json"] })
    assert.deepInclude(found?.active, { contentHash: a.contentHash, source: "/a", tx: "1" })
    assert.deepInclude(history, { files: ["/s.json"], commits: 1 })
  })

  it("remembers what is switched off that was never installed: gsd brings it along", () => {
    const disabled = (tx: string, id: string) => ({ event: "commit", tx, op: "disable", id }) as const
    const history = told([
      { event: "commit", tx: "1", op: "install", ...a },
      disabled("2", "a"),
      disabled("3", "ui"),
      disabled("4", "security"),
      { event: "commit", tx: "5", op: "enable", id: "security" }
    ])
    assert.deepStrictEqual([...history.switchedOff], ["ui"])
    assert.isTrue(history.capabilities.get("a")?.disabled)
  })

  it("goes back with a rollback, off with a disable, and away with a remove", () => {
    const both = [
      { event: "commit", tx: "1", op: "install", ...a },
      { event: "commit", tx: "2", op: "update", ...a2 },
      { event: "commit", tx: "3", op: "rollback", ...a },
      { event: "commit", tx: "4", op: "disable", id: "a" },
      { event: "commit", tx: "5", op: "repair", id: "" }
    ] as const
    const found = told(both).capabilities.get("a")
    assert.strictEqual(found?.generations.length, 2)
    assert.strictEqual(found?.active.contentHash, a.contentHash)
    assert.isTrue(found?.disabled)
    assert.strictEqual(
      told([...both, { event: "commit", tx: "6", op: "remove", id: "a" }]).capabilities.size,
      0
    )
  })

  it("is pinned until it is unpinned, over installs, and goes with what it was removed beside", () => {
    const lines = [
      { event: "commit", tx: "1", op: "install", ...a },
      { event: "commit", tx: "2", op: "pin", id: "a" },
      { event: "commit", tx: "3", op: "install", ...a2 },
      { event: "commit", tx: "4", op: "install", ...a, id: "base" }
    ] as const
    assert.isTrue(told(lines).capabilities.get("a")?.pinned)
    const unpinned = told([...lines, { event: "commit", tx: "5", op: "unpin", id: "a" }])
    assert.isFalse(unpinned.capabilities.get("a")?.pinned)
    const removal = { event: "commit", tx: "6", op: "remove", id: "base", also: ["a"] } as const
    assert.strictEqual(told([...lines, removal]).capabilities.size, 0)
  })

  it("takes consents that the log does not know for its lost end, and no others", () => {
    const lost = recordOf({ id: "b", tx: "9", at: "2026-02-01T00:00:00.000Z" })
    const old = recordOf({ id: "c", tx: "8", at: "2025-01-01T00:00:00.000Z" })
    const elsewhere = recordOf({ id: "d", tx: "7", at: "2026-02-01T00:00:00.000Z", scope: "x" })
    const aborted = recordOf({ id: "e", tx: "2", at: "2026-02-01T00:00:00.000Z" })
    const history = told(
      [
        { event: "commit", tx: "1", op: "install", ...a },
        { event: "begin", tx: "2", op: "install", ...a2, id: "e" }
      ],
      [lost, old, elsewhere, aborted]
    )
    assert.deepStrictEqual([...history.capabilities.keys()], ["a", "b"])
    assert.deepInclude(history.capabilities.get("b")?.active, { source: "", contentHash: lost.contentHash })
  })
})
