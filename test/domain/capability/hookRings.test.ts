import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { knotsOf, ringSearch, waitingIn, type Hooked } from "../../../src/domain/capability/hookRings.ts"

const named = (names: ReadonlyArray<string>, side: string) =>
  names.map((name, index) => ({ name, pointer: `/${side}/${index}` }))

const hook = (member: number, produces: ReadonlyArray<string>, consumes: ReadonlyArray<string>): Hooked => ({
  member,
  exchange: {
    point: "plan:pre",
    rank: 2,
    produces: named(produces, "produces"),
    consumes: named(consumes, "consumes")
  }
})

const later = ({ member, exchange }: Hooked): Hooked => ({
  member,
  exchange: { ...exchange, point: "plan:post", rank: 3 }
})

const names = Arbitrary.array(Arbitrary.schema(Schema.Literals(["a", "b", "c", "d", "e"])), { maxLength: 2 })

const hooksOf = (lists: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]>) =>
  lists.map(([produces, consumes], member) => hook(member, produces, consumes))

const sets = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([names, names] as const), { minLength: 1, maxLength: 7 }),
  hooksOf
)

const waits = (one: Hooked, other: Hooked): boolean =>
  one !== other &&
  one.exchange.rank === other.exchange.rank &&
  one.exchange.consumes.some(({ name }) => other.exchange.produces.some((made) => made.name === name))

/** Hooks in some ring, by trying every hook between every two. */
const inRings = (hooks: ReadonlyArray<Hooked>): ReadonlyArray<Hooked> => {
  const reach = hooks.map((from) => hooks.map((to) => waits(from, to)))
  for (const by of hooks.keys())
    for (const from of reach)
      for (const to of hooks.keys()) if (from[by] === true && reach[by]?.[to] === true) from[to] = true
  return hooks.filter((_, index) => reach[index]?.[index] === true)
}

describe("knotsOf", () => {
  it.prop("holds exactly the hooks that wait for themselves through others", { hooks: sets }, ({ hooks }) => {
    const found = new Set(knotsOf(hooks).flat())
    assert.deepStrictEqual(
      hooks.filter((one) => found.has(one)),
      inRings(hooks)
    )
  })

  it("ties nobody over different points", () => {
    assert.lengthOf(knotsOf([hook(0, ["a"], ["b"]), hook(1, ["b"], ["a"])]), 1)
    assert.deepStrictEqual(knotsOf([hook(0, ["a"], ["b"]), later(hook(1, ["b"], ["a"]))]), [])
  })

  it("names the input by which each hook waits for another one, not for itself", () => {
    const knot = knotsOf([hook(0, ["a"], ["a", "b"]), hook(1, ["b"], ["x", "a"])])[0] ?? []
    assert.deepStrictEqual(waitingIn(knot), [
      { member: 0, pointer: "/consumes/1" },
      { member: 1, pointer: "/consumes/1" }
    ])
  })
})

describe("ringSearch", () => {
  it.prop("finds who closes a ring with those kept, and leaves none", { hooks: sets }, ({ hooks }) => {
    const kept = new Set<number>()
    const search = ringSearch((member) => kept.has(member))
    for (const one of hooks) {
      const before = hooks.filter(({ member }) => kept.has(member))
      const closes = inRings([...before, one]).length > 0
      assert.strictEqual(search.tie([one]) !== undefined, closes)
      search.keep([one])
      if (!closes) kept.add(one.member)
    }
  })
})
