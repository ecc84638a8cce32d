import { assert, describe, it } from "@effect/vitest"
import { ClusterUnreachable } from "../../../src/domain/cluster/errors.ts"

const hintOf = (problem: string): string | undefined =>
  new ClusterUnreachable({ address: "postgres://gsd@db.example/reviews", problem }).hints[0]

describe("ClusterUnreachable", () => {
  it("says where the password is given when the server asks for one, or has another", () => {
    for (const problem of [
      "The server requested password authentication",
      'password authentication failed for user "gsd"'
    ])
      assert.strictEqual(
        hintOf(problem),
        "Give the password of its user in the variable `GSD_CLUSTER_PASSWORD`"
      )
  })

  it("otherwise says to look at the server", () => {
    assert.match(hintOf("connect ECONNREFUSED") ?? "", /^Look whether the server answers/u)
  })
})
