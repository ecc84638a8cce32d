import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decodeValue } from "../../../src/domain/json/decode.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import {
  allowsSource,
  effectivePolicy,
  ProjectPolicy,
  UserPolicy
} from "../../../src/domain/policy/policy.ts"

const policy = (words: ReadonlyArray<string> | null) => effectivePolicy({ strictKnownRegistries: words }, {})

describe("allowsSource", () => {
  const folder = { kind: "local", path: "./a" } as const

  it("is every source without a list, also one that cannot be read", () => {
    assert.isTrue(allowsSource(policy(null), folder))
    assert.isTrue(allowsSource(policy(null), undefined))
  })

  it("is what the list names, and nothing that cannot be read", () => {
    assert.isTrue(allowsSource(policy(["npm", "local"]), folder))
    for (const words of [[], ["npm"]]) assert.isFalse(allowsSource(policy(words), folder))
    assert.isFalse(allowsSource(policy(["local"]), undefined))
  })
})

const decoded = (file: JsonValue) => decodeValue(UserPolicy, file)

describe("the user's policy", () => {
  it("takes every key that design.md names", () => {
    const file = {
      strictKnownRegistries: ["local", "git.example"],
      network: { allow: ["Mirror.Example", "10.1.2.3", "[::1]", "fd00::1"], mirror: "file:///srv/mirror" },
      signatures: "required",
      consent: { fromAgents: "digest" },
      gateLoadFailure: "block",
      generations: 5,
      minAge: "3 days"
    }
    const policy = Result.map(decoded(file), (user) => effectivePolicy(user, {}))
    assert.deepInclude(Result.getOrUndefined(policy), {
      strictKnownRegistries: ["local", "git.example"],
      allowHosts: ["mirror.example", "10.1.2.3", "[::1]", "fd00::1"],
      mirror: "file:///srv/mirror",
      signatures: "required",
      fromAgents: "digest",
      gateLoadFailure: "block",
      generations: 5,
      minAgeMillis: 259_200_000
    })
  })

  it("refuses what is no host in `network.allow`", () => {
    for (const host of [
      "",
      "*",
      "*.example",
      "https://mirror.example",
      "mirror.example:8443",
      "mirror.example/path",
      "10.0.0.0/8",
      "me@mirror.example",
      "mirror example",
      "-mirror.example",
      `${"a".repeat(64)}.example`
    ])
      assert.isTrue(Result.isFailure(decoded({ network: { allow: [host] } })), host)
  })

  it("refuses a mirror that is neither https nor a folder of this machine", () => {
    for (const mirror of [
      "",
      "http://mirror.example",
      "mirror.example",
      "/srv/mirror",
      "file:srv/mirror",
      "file://other.example/srv",
      "git+https://mirror.example",
      "https://mirror.example/?token=1",
      "https://mirror.example/#x"
    ]) {
      const read = decoded({ network: { mirror } })
      assert.match(Result.isFailure(read) ? read.failure : "", /network\.mirror/u, mirror)
    }
    for (const mirror of ["https://mirror.example", "https://mirror.example:8443/gsd/", "file:///srv/mirror"])
      assert.isTrue(Result.isSuccess(decoded({ network: { mirror } })), mirror)
  })

  it("refuses an age, a count and a word that it does not know", () => {
    for (const file of [
      { minAge: "3" },
      { minAge: "3d" },
      { minAge: 3 },
      { minAge: "-1 days" },
      { generations: 0 },
      { generations: 1.5 },
      { signatures: "yes" },
      { gateLoadFailure: "ignore" },
      { consent: { fromAgents: "all" } },
      { network: { allow: "mirror.example" } },
      { strictKnownRegistries: "local" }
    ])
      assert.isTrue(Result.isFailure(decoded(file)), JSON.stringify(file))
  })

  it("is narrowed by a project, which can set nothing else", () => {
    const project = Result.getOrThrow(
      decodeValue(ProjectPolicy, {
        capabilities: { strict_known_registries: ["local"], minAge: "0 days" },
        network: { allow: ["metadata.example"] }
      })
    )
    const policy = effectivePolicy({ minAge: "1 week", strictKnownRegistries: ["local", "npm"] }, project)
    assert.deepInclude(policy, {
      strictKnownRegistries: ["local"],
      allowHosts: [],
      minAgeMillis: 604_800_000
    })
  })
})
