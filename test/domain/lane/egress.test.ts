import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { ConsentRecord } from "../../../src/domain/consent/record.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { decideEgress, endpointUrl, probeUrl } from "../../../src/domain/lane/egress.ts"
import { heron, laneNamed, owl, settings } from "./lanes.ts"

const host = "http://localhost:9999"

const record = (members: Partial<ConsentRecord> = {}): ConsentRecord => ({
  scope: "global",
  id: "acme-heron",
  digest: "d",
  contentHash: "c",
  egress: [{ slug: "heron", key: "review.heron_host", host, loopback: true }],
  how: "prompt",
  by: "tty",
  tx: "t",
  at: "2026-11-30T10:00:00Z",
  ...members
})

const verdict = (consent: ConsentRecord | undefined, configured?: JsonValue, lane = heron()): string => {
  const config = settings(configured === undefined ? {} : { "review.heron_host": configured })
  const decision = decideEgress(lane, config, consent)
  return decision._tag === "Allowed" ? `allowed ${decision.host}` : decision.reason
}

describe("decideEgress", () => {
  const cases: ReadonlyArray<readonly [string, ConsentRecord | undefined, JsonValue | undefined, string]> = [
    ["the consented host", record(), undefined, `allowed ${host}`],
    ["the consented host, spelled otherwise", record(), " HTTP://LocalHost:9999/v1/ ", `allowed ${host}`],
    ["another host", record(), "http://evil.example:9999", "host-changed"],
    ["another port", record(), "http://localhost:9998", "host-changed"],
    ["another scheme", record(), "https://localhost:9999", "host-changed"],
    ["no record", undefined, undefined, "no-consent"],
    ["a record of another capability", record({ id: "heron" }), undefined, "no-consent"],
    ["a revoked record", record({ revoked: "2026-11-30T11:00:00Z" }), undefined, "no-consent"],
    ["a record without the slug", record({ egress: [] }), undefined, "no-consent"],
    [
      "a record of another slug at that host",
      record({ egress: [{ slug: "acme-heron", key: "k", host, loopback: true }] }),
      undefined,
      "no-consent"
    ],
    ["a host without a scheme", record(), "localhost:9999", "host-malformed"],
    ["a host that is no text", record(), 9999, "host-malformed"],
    ["a blank host", record(), "  ", `allowed ${host}`]
  ]
  it.each(cases)("judges a lane of an overlay with %s", (_, consent, configured, expected) => {
    assert.strictEqual(verdict(consent, configured), expected)
  })

  it("knows when there is nowhere to send it", () => {
    assert.strictEqual(verdict(record(), undefined, heron({}, { defaultHost: "" })), "host-not-set")
    assert.strictEqual(verdict(record(), undefined, heron({}, { defaultHost: null })), "host-not-set")
  })

  it("needs no record for a first-party lane, wherever the person points it", () => {
    const decision = decideEgress(
      laneNamed("ollama"),
      settings({ "review.ollama_host": "https://a.example" }),
      undefined
    )
    assert.deepStrictEqual(decision, { _tag: "Allowed", host: "https://a.example:443", isLoopback: false })
  })

  it("needs a record for an overlay's program as well", () => {
    assert.deepInclude(decideEgress(owl(), settings(), undefined), { reason: "no-consent" })
    const consent = record({ id: "acme-owl", egress: [] })
    assert.deepStrictEqual(decideEgress(owl(), settings(), consent), {
      _tag: "Allowed",
      host: undefined,
      isLoopback: false
    })
    assert.deepInclude(decideEgress(laneNamed("gemini"), settings(), undefined), { _tag: "Allowed" })
  })

  it.prop(
    "never allows an overlay's lane a host that is not the consented one",
    { value: Schema.Json },
    ({ value }) => {
      assert.include([`allowed ${host}`, "host-changed", "host-malformed"], verdict(record(), value))
    }
  )
})

describe("endpointUrl", () => {
  it.each([
    ["http://localhost:9999/", "/v1/models", "http://localhost:9999/v1/models"],
    ["https://a.example/base//", "v1/x", "https://a.example:443/base/v1/x"],
    ["https://ada:secret@a.example?x=1#y", "/v1", "https://a.example:443/v1"]
  ])("joins %s and %s", (configured, path, expected) => {
    assert.strictEqual(endpointUrl(heron(), settings({ "review.heron_host": configured }), path), expected)
  })

  it("is nothing where the host is no address", () => {
    assert.strictEqual(endpointUrl(heron(), settings({ "review.heron_host": "x" }), "/"), undefined)
  })
})

describe("probeUrl", () => {
  const probe = { kind: "http-reachable", hostConfigKey: "review.other_host", path: "/health", timeoutMs: 9 }
  const config = settings({ "review.other_host": "http://evil.example" })

  it("probes an endpoint where it would be asked, whatever key its probe names", () => {
    assert.strictEqual(probeUrl(heron({ probe }), config), "http://localhost:9999/health")
  })

  it("probes a program's server where the person says, and nowhere else", () => {
    assert.strictEqual(probeUrl(owl({ probe }), config), "http://evil.example:80/health")
    assert.strictEqual(probeUrl(owl({ probe }), settings()), undefined)
    assert.strictEqual(probeUrl(owl(), config), undefined)
  })
})
