import { assert, describe, it } from "@effect/vitest"
import { allowsSource, effectivePolicy } from "../../../src/domain/policy/policy.ts"

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
