import { assert, describe, it } from "@effect/vitest"
import { consentDigest, consentSubject, differingMembers } from "../../../src/domain/consent/digest.ts"
import { sha512Integrity } from "../../../src/domain/hash.ts"
import { canonicalJson } from "../../../src/domain/json/canonical.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { feature, httpReviewer, runtime, withValue } from "../disclosure/manifests.ts"

const facts = { scopeKind: "global", source: "local", contentHash: "sha512-a", egress: [] } as const

const egress = { slug: "owl", key: "k", host: "http://localhost:1", loopback: true }

const names = (raw: JsonValue, other: Partial<Parameters<typeof consentSubject>[1]> = {}) =>
  differingMembers(consentSubject(feature, facts), consentSubject(raw, { ...facts, ...other }))

describe("consentDigest", () => {
  it("is the hash of the domain line and the canonical subject", () => {
    const subject = consentSubject(feature, facts)
    assert.strictEqual(consentDigest(subject), sha512Integrity(`gsd-consent-1\n${canonicalJson(subject)}`))
    assert.match(consentDigest(subject), /^sha512-[A-Za-z0-9+/]{86}==$/u)
  })

  it("leaves absent members out, so that new optional ones change no digest", () => {
    const subject = consentSubject({ id: "a", version: "1.0.0", role: "feature", requires: [] }, facts)
    assert.strictEqual(
      canonicalJson(subject),
      '{"contentHash":"sha512-a","egress":[],"id":"a","powers":{},"requires":[],"role":"feature","scopeKind":"global","source":"local","version":"1.0.0"}'
    )
  })

  it("stays what it was for manifests without agents and text of the loop", () => {
    const { agents: _agents, contributions: _, ...others } = feature
    const command = {
      point: "plan:pre",
      ref: { command: "owl see" },
      produces: [],
      consumes: [],
      onError: "skip"
    }
    const gates = Array.isArray(feature["gates"]) ? feature["gates"].slice(0, 2) : []
    const known = [
      [
        { ...others, steps: [command], gates },
        "sha512-nmF1X/XFnaeNfCO/rE6OE5h9bheZkYkG5Qp3eT5xNZO/rioWZ5rULAt5rTzjL0Iv90hgKtChsl9XsCrfNoI+Uw=="
      ],
      [
        runtime,
        "sha512-Ei4F3M5UGJcK00e6KDaLsvkZpa+OLdBOC3glJLjlXPRPeiry4iKt7Z2wh1LfWRlfLw5Z9nNRWJso7ab0YPllXQ=="
      ],
      [
        httpReviewer,
        "sha512-OWzK0LorTS0S44mIfb7Dem2cfO9aoouMfYKDGdaPg2vTwxIXFF0hWEslSo7ln851P0Kwy+pSGqsRExuUiDqa2w=="
      ]
    ] as const
    for (const [raw, digest] of known) assert.strictEqual(consentDigest(consentSubject(raw, facts)), digest)
  })

  it("holds agents by stem, and nothing of a list of none", () => {
    const digestOf = (raw: JsonValue) => consentDigest(consentSubject(raw, facts))
    const { agents: _, ...none } = feature
    assert.strictEqual(digestOf({ ...none, agents: [] }), digestOf(none))
    const digests = [none, feature, { ...none, agents: ["owl-ear"] }].map(digestOf)
    assert.strictEqual(new Set(digests).size, 3)
    assert.deepStrictEqual(names(none), ["powers.agents"])
  })

  it("changes with each member", () => {
    const digests = [
      consentSubject(feature, facts),
      consentSubject(feature, { ...facts, scopeKind: "project" }),
      consentSubject(feature, { ...facts, source: "https://git.example/owl" }),
      consentSubject(feature, { ...facts, resolved: "abc" }),
      consentSubject(feature, { ...facts, contentHash: "sha512-b" }),
      consentSubject(feature, { ...facts, egress: [egress] }),
      consentSubject(feature, { ...facts, egress: [{ ...egress, host: "http://localhost:2" }] }),
      consentSubject(withValue(feature, "/requires/0", "other"), facts),
      consentSubject(withValue(feature, "/hooks/0/matcher", "x"), facts)
    ].map(consentDigest)
    assert.strictEqual(new Set(digests).size, digests.length)
  })

  it("does not change with the order of egress or requires", () => {
    const other = { ...egress, slug: "b" }
    const [left, right] = [
      [egress, other],
      [other, egress]
    ].map((entries) => consentDigest(consentSubject(httpReviewer, { ...facts, egress: entries })))
    assert.strictEqual(left, right)
  })
})

describe("differingMembers", () => {
  it("is empty for equal subjects", () => {
    assert.deepStrictEqual(names(structuredClone(feature)), [])
  })

  it("names what differs, one level down for powers", () => {
    assert.deepStrictEqual(names(feature, { contentHash: "sha512-b", resolved: "1" }), [
      "contentHash",
      "resolved"
    ])
    assert.deepStrictEqual(names(withValue(feature, "/hooks/0/matcher", "x")), ["powers.hooks"])
    assert.deepStrictEqual(names(withValue({ ...feature, hooks: [] }, "/version", "2.0.0")), [
      "powers.hooks",
      "version"
    ])
    assert.deepStrictEqual(names(feature, { egress: [egress] }), ["egress"])
  })
})
