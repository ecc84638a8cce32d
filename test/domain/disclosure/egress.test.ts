import { assert, describe, it } from "@effect/vitest"
import { egressOf, isLoopback, isResolved, normalisedHost } from "../../../src/domain/disclosure/egress.ts"
import { httpReviewer, shippedLanes } from "./manifests.ts"

const none = (): undefined => undefined

describe("normalisedHost", () => {
  it.each([
    ["HTTP://LocalHost:11434/", "http://localhost:11434"],
    ["https://A.example/base", "https://a.example:443"],
    ["http://a.example.", "http://a.example:80"],
    ["http://good.example@evil.example:8080/", "http://evil.example:8080"],
    ["http://0x7f.1:80", "http://127.0.0.1:80"],
    ["http://[::1]:1", "http://[::1]:1"]
  ])("reads %s as %s", (address, host) => {
    assert.strictEqual(normalisedHost(address), host)
  })

  it.each(["", "localhost:11434", "ftp://a.example", "http://", "javascript:alert(1)", "not a url"])(
    "reads %j as no address",
    (address) => {
      assert.isUndefined(normalisedHost(address))
    }
  )
})

describe("isLoopback", () => {
  it("knows this machine in its spellings", () => {
    for (const host of ["http://localhost:1", "http://a.localhost:1", "http://127.9.9.9:1", "http://[::1]:1"])
      assert.isTrue(isLoopback(host), host)
    assert.isTrue(isLoopback(normalisedHost("http://[::ffff:127.0.0.1]") ?? ""))
    for (const host of ["http://localhost.example:1", "http://128.0.0.1:1", "http://127.0.0.1.example:1", ""])
      assert.isFalse(isLoopback(host), host)
  })
})

describe("egressOf", () => {
  it("takes the configured host, else the declared default", () => {
    const at = (value: string | undefined) => egressOf(httpReviewer, () => value)[0]?.host
    assert.strictEqual(at(undefined), "http://localhost:1234")
    assert.strictEqual(at("  "), "http://localhost:1234")
    assert.strictEqual(at("https://far.example"), "https://far.example:443")
    assert.deepStrictEqual(egressOf(httpReviewer, none), [
      { slug: "owl_http", key: "review.owl_host", host: "http://localhost:1234", loopback: true }
    ])
  })

  it("keeps an address that is none, visibly unresolved", () => {
    const [odd] = egressOf(httpReviewer, () => "localhost:11434")
    assert.isFalse(odd !== undefined && isResolved(odd))
    const [missing] = egressOf({ reviewer: { transport: "openai-http" } }, none)
    assert.deepStrictEqual(missing, { slug: "", key: "", host: "", loopback: false })
  })

  it("keeps no credentials of an address", () => {
    const [odd] = egressOf(httpReviewer, () => "ftp://user:secret@a.example/x")
    assert.strictEqual(odd?.host, "ftp://a.example")
  })

  it("finds the three shipped model servers, all on this machine, and no lane that spawns", () => {
    const found = shippedLanes.flatMap((reviewer) => egressOf({ reviewer }, none))
    assert.deepStrictEqual(
      found.map(({ slug }) => slug),
      ["ollama", "lm_studio", "llama_cpp"]
    )
    assert.isTrue(found.every(({ loopback }) => loopback))
  })
})
