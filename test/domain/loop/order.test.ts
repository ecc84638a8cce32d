import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { orderHooks, type Orderable } from "../../../src/domain/loop/order.ts"

const hook = (
  id: string,
  produces: ReadonlyArray<string> = [],
  consumes: ReadonlyArray<string> = [],
  index = 0
): Orderable => ({ id, index, hook: { produces, consumes } })

const nameOf = ({ id, index }: Orderable): string => `${id}/${index}`

const orderOf = (hooks: ReadonlyArray<Orderable>): ReadonlyArray<string> =>
  orderHooks(hooks).ordered.map(nameOf)

const idsOf = (hooks: ReadonlyArray<Orderable>): ReadonlyArray<string> =>
  orderHooks(hooks).ordered.map(({ id }) => id)

/** Whether `later` waits for `earlier`. */
const waitsFor = (later: Orderable, earlier: Orderable): boolean =>
  later !== earlier && later.hook.consumes.some((name) => earlier.hook.produces.includes(name))

/** All that wait for one of these, directly or through others. */
const dependentsOf = (hooks: ReadonlyArray<Orderable>, start: ReadonlyArray<Orderable>) => {
  const found = new Set<Orderable>()
  const queue = [...start]
  for (const one of queue)
    for (const other of hooks)
      if (!found.has(other) && waitsFor(other, one)) {
        found.add(other)
        queue.push(other)
      }
  return found
}

const Names = Schema.Array(Schema.Literals(["A", "B", "C", "D", "E", "F"])).check(Schema.isMaxLength(2))

const Hooks = Schema.Array(
  Schema.Struct({
    id: Schema.Literals(["a", "ab", "b", "c-d", "c", "d", "e"]),
    produces: Names,
    consumes: Names
  })
).check(Schema.isMaxLength(14))

/** Each with its place in the manifest of its owner. */
const placed = (hooks: typeof Hooks.Type): ReadonlyArray<Orderable> =>
  hooks.map(({ consumes, id, produces }, at) =>
    hook(id, produces, consumes, hooks.slice(0, at).filter((other) => other.id === id).length)
  )

/** The same without rings: hooks take only what is earlier in the alphabet than what they make. */
const acyclic = (hooks: typeof Hooks.Type): ReadonlyArray<Orderable> =>
  placed(hooks).map((one) => {
    const least = one.hook.produces.toSorted()[0] ?? "Z"
    const consumes = one.hook.consumes.filter((name) => name < least)
    return { ...one, hook: { ...one.hook, consumes } }
  })

const shuffled = <A>(items: ReadonlyArray<A>, numbers: ReadonlyArray<number>): ReadonlyArray<A> =>
  items
    .map((item, index) => ({ item, key: numbers[index % Math.max(numbers.length, 1)] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

/** The plain definition: of all whose inputs are there, always the smallest, looked for each time. */
const plainly = (hooks: ReadonlyArray<Orderable>): ReadonlyArray<string> => {
  const left = hooks.toSorted((a, b) => (nameOf(a) === nameOf(b) ? 0 : smaller(a, b) ? -1 : 1))
  const order: Array<string> = []
  while (left.length > 0) {
    const at = left.findIndex((one) => !left.some((other) => waitsFor(one, other)))
    order.push(...left.splice(at, 1).map(nameOf))
  }
  return order
}

const smaller = (a: Orderable, b: Orderable): boolean => (a.id === b.id ? a.index < b.index : a.id < b.id)

describe("orderHooks", () => {
  it("puts a hook that became ready before greater ones that were ready long before", () => {
    assert.deepStrictEqual(idsOf([hook("c", ["C"]), hook("z"), hook("b", [], ["C"])]), ["c", "b", "z"])
  })

  it("breaks ties by id, code unit by code unit, then by the place in the manifest", () => {
    const hooks = [hook("b", [], [], 10), hook("b", [], [], 9), hook("a-b"), hook("ab"), hook("a")]
    assert.deepStrictEqual(orderOf(hooks), ["a/0", "a-b/0", "ab/0", "b/9", "b/10"])
  })

  it("waits for every maker of an artefact", () => {
    const hooks = [hook("a", [], ["X"]), hook("b", ["X"]), hook("c", ["X"])]
    assert.deepStrictEqual(idsOf(hooks), ["b", "c", "a"])
  })

  it("lets a hook take what it makes itself, and still wait for the other makers", () => {
    assert.deepStrictEqual(orderHooks([hook("a", ["X"], ["X"]), hook("b")]).rings, [])
    assert.deepStrictEqual(idsOf([hook("a", ["X"], ["X"]), hook("b", ["X"])]), ["b", "a"])
  })

  it("takes names that every object inherits as names", () => {
    const hooks = [hook("a", [], ["__proto__", "constructor"]), hook("b", ["__proto__"])]
    assert.deepStrictEqual(idsOf(hooks), ["b", "a"])
  })

  it("orders a ring by the tie-break, keeps what waits for it behind it, and names its members", () => {
    const hooks = [
      hook("a", [], ["Y"]),
      hook("c", ["X"], ["Y"]),
      hook("b", ["Y"], ["X"]),
      hook("d", ["W"]),
      hook("e", ["X"], ["W"])
    ]
    const { ordered, rings } = orderHooks(hooks)
    assert.deepStrictEqual(
      ordered.map(({ id }) => id),
      ["c", "d", "e", "b", "a"]
    )
    assert.deepStrictEqual(
      rings.map((ring) => ring.map(({ id }) => id)),
      [["b", "c"]]
    )
  })

  it("does not walk over every pair of a maker and a taker", () => {
    const many = Array.from({ length: 20_000 }, (_, at) => at)
    const hooks = [
      ...many.map((at) => hook("takes", [], ["X"], at)),
      ...many.map((at) => hook("makes", ["X"], [], at))
    ]
    const { ordered } = orderHooks(hooks)
    assert.strictEqual(ordered[0]?.id, "makes")
    assert.strictEqual(ordered[20_000]?.id, "takes")
    assert.strictEqual(ordered.length, 40_000)
  })

  it.prop("has every hook once and each after those it waits for", { hooks: Hooks }, ({ hooks }) => {
    const given = acyclic(hooks)
    const { ordered, rings } = orderHooks(given)
    assert.deepStrictEqual(rings, [])
    assert.sameMembers([...ordered], [...given])
    for (const [at, one] of ordered.entries())
      for (const later of ordered.slice(at + 1)) assert.isFalse(waitsFor(one, later))
  })

  it.prop("is what the plain definition says", { hooks: Hooks }, ({ hooks }) => {
    const given = acyclic(hooks)
    assert.deepStrictEqual(orderOf(given), plainly(given))
  })

  it.prop(
    "is the same in whatever order hooks are given, rings or not",
    { hooks: Hooks, numbers: Schema.Array(Schema.Int) },
    ({ hooks, numbers }) => {
      const given = placed(hooks)
      const again = orderHooks(shuffled(given, numbers))
      const { ordered, rings } = orderHooks(given)
      assert.deepStrictEqual(again.ordered, ordered)
      assert.deepStrictEqual(new Set(again.rings), new Set(rings))
    }
  )

  it.prop(
    "is total, and members of a ring alone may precede what they take",
    { hooks: Hooks },
    ({ hooks }) => {
      const given = placed(hooks)
      const { ordered, rings } = orderHooks(given)
      assert.sameMembers([...ordered], [...given])
      const ringOf = new Map(rings.flatMap((ring, at) => ring.map((one) => [one, at] as const)))
      for (const [at, one] of ordered.entries())
        for (const later of ordered.slice(at + 1))
          if (waitsFor(one, later)) {
            assert.isDefined(ringOf.get(one))
            assert.strictEqual(ringOf.get(one), ringOf.get(later))
          }
    }
  )

  it.prop(
    "leaves all that do not depend on a capability in their order when it goes away",
    { hooks: Hooks, gone: Schema.Literals(["a", "b", "c", "d"]) },
    ({ gone, hooks }) => {
      const given = acyclic(hooks)
      const without = given.filter(({ id }) => id !== gone)
      const moved = dependentsOf(
        given,
        given.filter(({ id }) => id === gone)
      )
      const stays = (one: Orderable): boolean => one.id !== gone && !moved.has(one)
      assert.deepStrictEqual(
        orderHooks(without).ordered.filter(stays),
        orderHooks(given).ordered.filter(stays)
      )
    }
  )
})
