import { assert, describe, it } from "@effect/vitest"
import { groupsOf, type Dealings } from "../../../src/domain/registry/order.ts"

const artifact = (name: string, rank: number) => ({ kind: "artifact", name, rank }) as const

const dealings = (offers: Dealings["offers"], needs: Dealings["needs"] = []): Dealings => ({ offers, needs })

describe("groupsOf", () => {
  it("keeps the order given of those that need nothing of each other", () => {
    assert.deepStrictEqual(groupsOf([dealings([]), dealings([]), dealings([])]), [[0], [1], [2]])
  })

  it("puts those that offer at or before the rank first, and not those that offer later", () => {
    const needs = dealings([], [artifact("a", 3)])
    const offering = (rank: number) => dealings([artifact("a", rank)])
    assert.deepStrictEqual(groupsOf([needs, offering(3)]), [[1], [0]])
    assert.deepStrictEqual(groupsOf([needs, offering(0)]), [[1], [0]])
    assert.deepStrictEqual(groupsOf([needs, offering(4)]), [[0], [1]])
  })

  it("puts those that need each other in one group", () => {
    const a = dealings([artifact("a", 0)], [artifact("b", 1)])
    const b = dealings([artifact("b", 0)], [artifact("a", 1)])
    assert.deepStrictEqual(groupsOf([dealings([]), b, a]), [[0], [1, 2]])
  })

  it("tells kinds with the same name apart", () => {
    const needs = dealings([], [{ kind: "runtime", name: "a", rank: 0 }])
    assert.deepStrictEqual(groupsOf([needs, dealings([{ kind: "capability", name: "a", rank: 0 }])]), [
      [0],
      [1]
    ])
  })
})
