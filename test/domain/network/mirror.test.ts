import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { mirrorPlace } from "../../../src/domain/network/mirror.ts"

const placed = (mirror: string, url: string) =>
  Result.match(mirrorPlace(mirror, new URL(url)), {
    onFailure: (reason) => `refused: ${reason}`,
    onSuccess: (place) => (place._tag === "Server" ? place.url.href : `${place.root} + ${place.path}`)
  })

const cases: ReadonlyArray<readonly [string, string, string]> = [
  ["https://m.example", "https://a.example/x.tgz", "https://m.example/a.example/x.tgz"],
  ["https://m.example/base/", "https://a.example:8443/x.tgz", "https://m.example/base/a.example:8443/x.tgz"],
  [
    "https://m.example/base",
    "https://a.example/x.tgz?v=1&w=2",
    "https://m.example/base/a.example/x.tgz%3Fv%3D1%26w%3D2"
  ],
  ["https://m.example/?q#h", "https://a.example/x.tgz", "https://m.example/a.example/x.tgz"],
  ["https://m.example", "ssh://git@a.example:22/r.git", "https://m.example/a.example/r.git"],
  ["https://m.example", "ssh://git@a.example:2222/r.git", "https://m.example/a.example:2222/r.git"],
  ["https://m.example", "https://u:p@a.example/x.tgz", "https://m.example/a.example/x.tgz"],
  ["file:///m", "https://a.example/d/x.tgz", "/m + a.example/d/x.tgz"],
  ["file:///m%20n/", "https://a.example/x.tgz?v=1", "/m n + a.example/x.tgz?v=1"],
  ["file:///m", "https://a.example/@s%2fname", "/m + a.example/@s/name"],
  ["file:///m", "https://a.example//d//x.tgz", "/m + a.example/d/x.tgz"],
  ["file:///m", "https://a.example/", "/m + a.example"],
  ["file:///m", "https://a.example/../../etc/passwd", "/m + a.example/etc/passwd"]
]

describe("mirrorPlace", () => {
  for (const [mirror, url, expected] of cases) {
    it(`maps ${url} in ${mirror}`, () => assert.strictEqual(placed(mirror, url), expected))
  }
  it("refuses paths that lead upwards once they are decoded, on servers too", () => {
    for (const mirror of ["file:///m", "https://m.example/base"])
      for (const path of ["..%2f..%2fetc", "a/..%2fb", "..%5cb", "a%00b", "x?/../..", "a%5c..%5cb", "%ff"])
        assert.match(placed(mirror, `https://a.example/${path}`), /^refused: /u, path)
  })
  it("refuses a mirror that is neither https nor a folder of this machine", () => {
    for (const mirror of ["http://m.example", "ftp://m.example", "m", "", "file://host/m", "file:///m%ff"])
      assert.match(placed(mirror, "https://a.example/x"), /^refused: .*`network\.mirror`/u, mirror)
  })
})
