import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { proxyFor } from "../../../src/domain/network/proxy.ts"

const proxied = (variables: Readonly<Record<string, string>>, url = "https://a.example/x") =>
  Result.match(proxyFor(new Map(Object.entries(variables)), new URL(url)), {
    onFailure: (reason) => reason,
    onSuccess: (proxy) => proxy?.href
  })

describe("proxyFor", () => {
  it("takes HTTPS_PROXY, the lower-case form first, with or without a scheme", () => {
    assert.strictEqual(proxied({ HTTPS_PROXY: "http://p.example:3128" }), "http://p.example:3128/")
    assert.strictEqual(proxied({ https_proxy: "https://p.example" }), "https://p.example/")
    assert.strictEqual(
      proxied({ HTTPS_PROXY: "http://a", https_proxy: "p.example:3128" }),
      "http://p.example:3128/"
    )
    assert.isUndefined(proxied({}))
    assert.isUndefined(proxied({ HTTPS_PROXY: " " }))
    assert.isUndefined(proxied({ HTTP_PROXY: "http://p.example" }))
    assert.isUndefined(proxied({ HTTPS_PROXY: "http://p.example" }, "ssh://git@a.example/r.git"))
  })
  it("says nothing of an address that it cannot use", () => {
    for (const given of ["socks5://user:hidden@p.example", "http://", "http://[::hidden"]) {
      const reason = proxied({ HTTPS_PROXY: given })
      assert.include(reason, "`HTTPS_PROXY`")
      assert.notInclude(reason, "hidden")
    }
  })
  const exempt: ReadonlyArray<readonly [string, string, boolean]> = [
    ["*", "https://a.example/", true],
    ["a.example", "https://a.example/", true],
    ["A.Example.", "https://a.example/", true],
    ["example", "https://a.example/", true],
    [".example", "https://a.example/", true],
    ["*.example", "https://a.example/", true],
    ["b.example, a.example", "https://a.example/", true],
    ["b.example  a.example", "https://a.example/", true],
    ["a.example:443", "https://a.example/", true],
    ["a.example:8443", "https://a.example/", false],
    ["a.example:8443", "https://a.example:8443/", true],
    ["xample", "https://a.example/", false],
    ["b.a.example", "https://a.example/", false],
    ["", "https://a.example/", false],
    [",,", "https://a.example/", false],
    ["10.0.0.0/8", "https://10.1.2.3/", true],
    ["10.0.0.0/8", "https://11.1.2.3/", false],
    ["10.1.2.3", "https://10.1.2.3/", true],
    ["2.3", "https://10.1.2.3/", false],
    ["::1", "https://[::1]/", true],
    ["[::1]:8443", "https://[::1]:8443/", true],
    ["fd00::/8", "https://[fd12::1]/", true]
  ]
  for (const [words, url, isExempt] of exempt) {
    it(`goes ${isExempt ? "past" : "through"} the proxy to ${url} for NO_PROXY=${words}`, () => {
      const found = proxied({ HTTPS_PROXY: "http://p.example", NO_PROXY: words }, url)
      assert.strictEqual(found, isExempt ? undefined : "http://p.example/")
    })
  }
  it("takes no_proxy in lower case first", () => {
    assert.isUndefined(proxied({ HTTPS_PROXY: "http://p.example", no_proxy: "*", NO_PROXY: "b" }))
  })
})
