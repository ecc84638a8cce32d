import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { clusterAddress } from "../../../src/domain/cluster/address.ts"

const postgresAt = (text: string, password?: string) => {
  const address = Result.getOrThrow(clusterAddress(text, password))
  if (address._tag !== "Postgres") throw new Error(address._tag)
  return address
}

describe("clusterAddress", () => {
  it("reads addresses of PostgreSQL, and never shows what may be secret in them", () => {
    const { shown, url } = postgresAt("postgresql://ada:s3cret@db.example:5433/reviews?sslmode=require&x=y")
    assert.strictEqual(shown, "postgresql://ada@db.example:5433/reviews")
    assert.strictEqual(
      Redacted.value(url),
      "postgresql://ada:s3cret@db.example:5433/reviews?sslmode=require&x=y"
    )
  })

  it("takes the password from beside it where the address has none", () => {
    const given = (text: string) => new URL(Redacted.value(postgresAt(text, "a/b@c").url)).password
    assert.strictEqual(decodeURIComponent(given("postgres://ada@db.example/reviews")), "a/b@c")
    assert.strictEqual(given("postgres://ada:own@db.example/reviews"), "own")
  })

  it("wants traffic that leaves the machine to be encrypted, unless the address says otherwise", () => {
    const rows: ReadonlyArray<readonly [string, boolean]> = [
      ["postgres://ada@db.example/reviews", true],
      ["postgres://ada@10.0.0.7/reviews", true],
      ["postgres://ada@db.example/reviews?sslmode=disable", false],
      ["postgres://ada@localhost/reviews", false],
      ["postgres://ada@127.0.0.1:5433/reviews", false],
      ["postgres://ada@[::1]/reviews", false],
      ["postgres:///reviews?host=/run/postgresql", false]
    ]
    for (const [text, encrypt] of rows) assert.strictEqual(postgresAt(text).encrypt, encrypt, text)
  })

  it("takes everything without a scheme for a file", () => {
    for (const path of ["team.db", "./team.db", "/var/lib/gsd/team.db", "C:\\team.db"])
      assert.deepInclude(Result.getOrThrow(clusterAddress(path)), { _tag: "Sqlite", path })
  })

  it("refuses what it cannot use, without telling its password", () => {
    for (const text of ["", " ", "mysql://ada:s3cret@db.example/reviews", "https://ada:s3cret@x.example"]) {
      const refused = clusterAddress(text)
      assert.isTrue(Result.isFailure(refused), text)
      if (Result.isFailure(refused)) assert.notInclude(refused.failure.message, "s3cret")
    }
  })
})
