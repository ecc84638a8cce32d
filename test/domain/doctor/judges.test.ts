import { assert, describe, it } from "vitest"
import { isRetirable } from "../../../src/domain/doctor/judgeStore.ts"
import { judgeProject } from "../../../src/domain/doctor/judgeProject.ts"
import { unneededRecords } from "../../../src/domain/doctor/judgeRecords.ts"
import { treatmentOf } from "../../../src/domain/doctor/treatment.ts"
import { diagnosisOf, type Finding } from "../../../src/domain/doctor/finding.ts"
import { sha512Integrity } from "../../../src/domain/hash.ts"
import { emptyLedger } from "../../../src/domain/ledger/state.ts"
import { scriptCommand, scriptOf } from "../../../src/domain/settings/scriptCommand.ts"
import * as Result from "effect/Result"
import { entryOf, recordOf } from "../../support/records.ts"

const finding = (subject: string, members: Partial<Finding> = {}): Finding => ({
  kind: "attention",
  subject,
  message: "m",
  hint: "h",
  fix: "none",
  ...members
})

describe("isRetirable", () => {
  it("is a known bundle that nothing changed for more than an hour", () => {
    const hour = 3_600_000
    const one = { path: "/p", contentHash: sha512Integrity("c"), changedAt: 0 }
    assert.isFalse(isRetirable(one, hour))
    assert.isTrue(isRetirable(one, hour + 1))
    assert.isFalse(isRetirable({ path: "/p", changedAt: 0 }, 2 * hour))
  })
})

describe("unneededRecords", () => {
  const consent = { records: [recordOf(), recordOf({ id: "gone" }), recordOf({ scope: "../x" })] }
  const ledger = { ...emptyLedger, entries: new Map([["hk-cap", entryOf()]]) }
  it("are those that no kept generation names, in scopes that can be told", () => {
    const readable = { state: "readable", scope: "global", path: "/l", ledger } as const
    const ids = (facts: Parameters<typeof unneededRecords>[0]) => unneededRecords(facts).map((one) => one.id)
    assert.deepStrictEqual(ids({ ledgers: [readable], consent }), ["gone"])
    const aside = { ...readable, ledger: { ...ledger, quarantined: new Map([["gone", null]]) } }
    assert.deepStrictEqual(ids({ ledgers: [aside], consent }), [])
    const broken = { state: "unreadable", scope: "global", path: "/l", problem: "p" } as const
    assert.deepStrictEqual(ids({ ledgers: [broken], consent }), [])
    assert.deepStrictEqual(ids({ ledgers: [readable], consent: { path: "/c", problem: "p" } }), [])
  })
})

describe("judgeProject", () => {
  it("lets inputs be, by name and kind", () => {
    const entries = [
      { name: "capabilities", kind: "directory" },
      { name: "capabilities.lock.json", kind: "file" },
      { name: ".gitignore", kind: "file" },
      { name: ".gitattributes", kind: "file" },
      { name: ".capabilities.lock.json.gsd-00112233aabbccdd", kind: "file" }
    ] as const
    assert.deepStrictEqual(judgeProject({ path: "/p/.gsd", kind: "directory", entries }), [])
    assert.strictEqual(judgeProject({ path: "/p/.gsd", kind: "link", entries: [] })[0]?.subject, "/p/.gsd")
  })
})

describe("scriptOf", () => {
  it("gives the path that a command was made of, and nothing for other commands", () => {
    for (const path of ["/a/it's $(x) \\ é.sh", "/a/b.sh", "/a b/'c'.sh"]) {
      const command = scriptCommand({ path, head: new TextEncoder().encode("#!") })
      assert.strictEqual(scriptOf(Result.getOrThrow(command)), path)
    }
    const script = scriptCommand({ path: "/a/b.mjs", head: new Uint8Array() })
    assert.strictEqual(scriptOf(Result.getOrThrow(script)), "/a/b.mjs")
    for (const command of ["echo hi", "/a/b.sh; rm x", "'/a' '/b'", "sh /a/b.sh", "'a/b.sh'", "'/a'x"])
      assert.isUndefined(scriptOf(command))
  })
})

describe("treatmentOf", () => {
  it("believes nothing to be mended that is found again", () => {
    const before = diagnosisOf([
      finding("a"),
      finding("b", { fix: "asks" }),
      finding("c", { fix: "automatic" })
    ])
    const after = diagnosisOf([finding("b", { fix: "asks" }), finding("c"), finding("d")])
    const treatment = treatmentOf({ before, after, declined: true, warnings: [] })
    assert.deepStrictEqual(
      treatment.findings.map((one) => `${one.subject} ${one.outcome}`),
      ["a fixed", "b declined", "c left", "d left"]
    )
    assert.isFalse(treatment.healthy)
  })
})
