import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { followed, isRedirect, type Way } from "../../../src/domain/network/redirect.ts"

const from = new URL("https://a.example/x.tgz")

const next = (location: string | undefined, way: Partial<Way> = {}, at = from) =>
  Result.match(followed(at, location, { asked: [at.href], redirects: 5, mirror: undefined, ...way }), {
    onFailure: ({ reason, to }) => `${reason} <${to}>`,
    onSuccess: (url) => url.href
  })

describe("followed", () => {
  it("reads absolute and relative addresses, and drops names, passwords and fragments", () => {
    assert.strictEqual(next("https://b.example/y"), "https://b.example/y")
    assert.strictEqual(next("/y?a=1#f"), "https://a.example/y?a=1")
    assert.strictEqual(next("//b.example/y"), "https://b.example/y")
    assert.strictEqual(next("https://user:word@b.example/y"), "https://b.example/y")
  })
  it("refuses what is not https, and shows no credentials and no query of it", () => {
    assert.strictEqual(next("http://b.example/y?token=t"), "it is not https <http://b.example/y>")
    assert.match(next("http://user:word@b.example/y"), /not https <http:\/\/b\.example\/y>/u)
    for (const location of ["file:///etc/passwd", "ftp://b.example/y", "data:,x", "javascript:1"])
      assert.match(next(location), /not https/u, location)
  })
  it("refuses no address, circles, and more than were allowed", () => {
    for (const location of [undefined, "", "https://", "https://[::"])
      assert.match(next(location), /can be read/u)
    assert.match(next("https://a.example/x.tgz"), /circle/u)
    assert.match(next("https://a.example/x.tgz#other"), /circle/u)
    const asked = Array.from({ length: 6 }, (_, at) => `https://a.example/${at}`)
    assert.match(next("/y", { asked }), /more than 5 redirects/u)
    assert.strictEqual(next("/y", { asked: asked.slice(1) }), "https://a.example/y")
    assert.match(next("/y", { redirects: 0 }), /more than 0 redirects/u)
  })
  it("stays in a mirror, and in its folder", () => {
    const at = new URL("https://m.example/base/a.example/x")
    const mirror = "https://m.example/base"
    assert.strictEqual(next("/base/y", { mirror }, at), "https://m.example/base/y")
    for (const location of [
      "/y",
      "/basement/y",
      "/base/..%2fy",
      "https://a.example/x",
      "https://m.example:444/base/y"
    ])
      assert.match(next(location, { mirror }, at), /outside the mirror/u, location)
  })
  it("knows the statuses that send elsewhere", () => {
    assert.deepStrictEqual(
      [300, 301, 302, 303, 304, 305, 307, 308, 200].filter(isRedirect),
      [301, 302, 303, 307, 308]
    )
  })
})
