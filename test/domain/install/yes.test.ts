import { assert, describe, it } from "@effect/vitest"
import { withRecord } from "../../../src/domain/consent/record.ts"
import type { BundleFile } from "../../../src/domain/content/BundleFile.ts"
import { changedSince, decideYes, type YesFacts } from "../../../src/domain/install/yes.ts"
import { manifestOf } from "../../support/capabilities.ts"
import { entryOf, recordOf } from "../../support/records.ts"

const file = (path: string, sha512 = "00"): BundleFile => ({ path, size: 1, sha512, executable: false })

const baseline = {
  entry: entryOf(),
  record: recordOf({ by: "tty" }),
  verified: { raw: manifestOf(), files: [file("hooks/a.sh"), file("README.md")] }
}

const facts: YesFacts = {
  status: "upgraded",
  raw: manifestOf({ version: "1.1.0" }),
  files: [file("hooks/a.sh"), file("README.md", "11")],
  egress: [],
  baseline,
  standing: undefined
}

const reasonOf = (members: Partial<YesFacts>): string => {
  const decided = decideYes({ ...facts, ...members })
  return decided._tag === "Ask" ? decided.reason : decided._tag
}

describe("decideYes", () => {
  it("takes a record that covers the digest, whatever else there is", () => {
    const standing = { ...facts, standing: recordOf(), baseline: undefined }
    assert.deepStrictEqual(decideYes(standing), { _tag: "Standing" })
  })

  it("carries the yes to the installed generation, with who gave it, while nothing that acts differs", () => {
    assert.deepStrictEqual(decideYes(facts), { _tag: "New", how: "carried", by: "tty" })
  })

  it("asks where there is no yes to carry", () => {
    assert.include(reasonOf({ baseline: undefined }), "nobody consented")
    assert.include(reasonOf({ baseline: { ...baseline, record: undefined } }), "no consent record")
    const revoked = recordOf({ revoked: "2026-01-02T00:00:00.000Z" })
    assert.include(reasonOf({ baseline: { ...baseline, record: revoked } }), "was revoked")
    assert.include(reasonOf({ baseline: { ...baseline, verified: undefined } }), "was modified")
  })

  it("asks for an older version, for another destination of data, and for anything that acts differently", () => {
    assert.include(reasonOf({ status: "downgraded" }), "is older")
    const egress = [{ slug: "a", key: "host", host: "example.org", loopback: false }]
    assert.include(reasonOf({ egress }), "send data elsewhere")
    assert.include(reasonOf({ files: [file("hooks/a.sh", "11"), file("README.md")] }), "changed `hooks/a.sh`")
  })

  it("names five differences and counts the others", () => {
    const many = Array.from({ length: 7 }, (_, at) => file(`lib/${at}.sh`))
    const reason = reasonOf({ files: [...facts.files, ...many] })
    assert.include(reason, "`lib/4.sh`, and 2 more")
    assert.notInclude(reason, "lib/5.sh")
  })
})

describe("changedSince", () => {
  const record = recordOf()
  const key = { scope: "global", id: "hk-cap", digest: "sha512-new" }
  const ledger = { entries: new Map([["hk-cap", entryOf()]]) }
  const records = { ledger, consent: withRecord(new Map(), record) }
  const carried = { _tag: "New", how: "carried", by: "ci" } as const

  it("says nothing while the entry and the yes are as they were", () => {
    assert.isUndefined(changedSince({ key, baseline, yes: carried }, records))
    const asked = { key, baseline, yes: { _tag: "New", how: "prompt", by: "tty" } } as const
    assert.isUndefined(changedSince(asked, { ...records, consent: new Map() }))
  })

  it("tells of an entry that came, went or changed", () => {
    const other = { entries: new Map([["hk-cap", entryOf({ version: "2.0.0" })]]) }
    const gone = { entries: new Map() }
    const asked = { key, baseline, yes: carried }
    for (const now of [other, gone])
      assert.include(changedSince(asked, { ...records, ledger: now }) ?? "", "another command")
    assert.include(changedSince({ ...asked, baseline: undefined }, records) ?? "", "another command")
  })

  it("tells of a consent that was withdrawn, the standing one and the carried one", () => {
    const standing = { key: { ...key, digest: record.digest }, baseline, yes: { _tag: "Standing" } } as const
    const revoked = withRecord(new Map(), { ...record, revoked: "2026-01-02T00:00:00.000Z" })
    assert.isUndefined(changedSince(standing, records))
    for (const consent of [new Map(), revoked]) {
      assert.include(changedSince(standing, { ...records, consent }) ?? "", "its consent was withdrawn")
      const asked = { key, baseline, yes: carried }
      assert.include(changedSince(asked, { ...records, consent }) ?? "", "the consent it carries")
    }
  })
})
