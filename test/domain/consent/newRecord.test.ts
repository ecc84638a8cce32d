import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { hasUnshownAgents } from "../../../src/domain/consent/agents.ts"
import { decodeConsent, encodeConsent } from "../../../src/domain/consent/codec.ts"
import { consentDigest, consentSubject } from "../../../src/domain/consent/digest.ts"
import { newRecord } from "../../../src/domain/consent/newRecord.ts"
import { recordKey, type ConsentRecord } from "../../../src/domain/consent/record.ts"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { feature } from "../disclosure/manifests.ts"

const facts = { scopeKind: "global", source: "local", contentHash: "sha512-a", egress: [] } as const

const recordOf = (raw: JsonObject): ConsentRecord => {
  const subject = consentSubject(raw, facts)
  const said = { scope: "global", subject, digest: consentDigest(subject), egress: [] }
  return newRecord(
    { ...said, granted: { how: "yes", by: "tty" } },
    { tx: "tx-1", at: "2026-01-01T00:00:00Z" }
  )
}

describe("newRecord", () => {
  it("records what was said, and that agents were shown exactly when the digest holds some", () => {
    const record = recordOf(feature)
    assert.deepStrictEqual(record, {
      scope: "global",
      id: "owl",
      digest: consentDigest(consentSubject(feature, facts)),
      contentHash: "sha512-a",
      agents: true,
      egress: [],
      how: "yes",
      by: "tty",
      tx: "tx-1",
      at: "2026-01-01T00:00:00Z"
    })
    assert.isFalse(Object.hasOwn(recordOf({ ...feature, agents: [] }), "agents"))
  })

  it("stands in the store and is read back, with and without agents", () => {
    const records = [recordOf(feature), recordOf({ ...feature, id: "other", agents: [] })]
    const state = new Map(records.map((record) => [recordKey(record), record]))
    assert.deepStrictEqual(
      Option.getOrThrow(Result.getSuccess(decodeConsent("/consent.json", encodeConsent(state)))),
      state
    )
  })
})

describe("hasUnshownAgents", () => {
  it("is so of agents under no yes, or one from before they were shown", () => {
    const { agents: _, ...before } = recordOf(feature)
    assert.isTrue(hasUnshownAgents(true, undefined))
    assert.isTrue(hasUnshownAgents(true, before))
    assert.isFalse(hasUnshownAgents(true, recordOf(feature)))
    assert.isFalse(hasUnshownAgents(false, before))
  })
})
