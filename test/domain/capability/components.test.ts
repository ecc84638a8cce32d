import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { componentsOf, type Graph } from "../../../src/domain/capability/components.ts"

const node = (size: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: size - 1 })))

const graphs: Arbitrary.Arbitrary<Graph> = Arbitrary.array(
  Arbitrary.array(node(9), { minLength: 0, maxLength: 3 }),
  { minLength: 9, maxLength: 9 }
)

/** Who reaches whom, by trying every node between every two. */
const reachOf = (graph: Graph): ReadonlyArray<ReadonlyArray<boolean>> => {
  const reach = graph.map((targets, from) => graph.map((_, to) => from === to || targets.includes(to)))
  for (const by of graph.keys())
    for (const from of reach)
      for (const to of graph.keys()) if (from[by] === true && reach[by]?.[to] === true) from[to] = true
  return reach
}

describe("componentsOf", () => {
  it.prop("puts together exactly the nodes that reach each other", { graph: graphs }, ({ graph }) => {
    const reach = reachOf(graph)
    const expected = graph.map((_, from) =>
      [...graph.keys()].filter((to) => reach[from]?.[to] === true && reach[to]?.[from] === true)
    )
    const found = componentsOf(graph)
    assert.deepStrictEqual(
      found.flat().toSorted((a, b) => a - b),
      [...graph.keys()]
    )
    for (const component of found)
      for (const one of component) assert.deepStrictEqual(component, expected[one])
  })

  it.prop("gives each component after those that it points to", { graph: graphs }, ({ graph }) => {
    const seen = new Set<number>()
    for (const component of componentsOf(graph)) {
      for (const one of component) seen.add(one)
      for (const one of component) for (const target of graph[one] ?? []) assert.isTrue(seen.has(target))
    }
  })

  it("keeps the order of nodes that have nothing to do with each other", () => {
    assert.deepStrictEqual(componentsOf([[], [], []]), [[0], [1], [2]])
    assert.deepStrictEqual(componentsOf([[2], [], []]), [[2], [0], [1]])
  })

  it("ends on a chain and on a ring of many nodes", () => {
    const size = 200_000
    const chain = Array.from({ length: size }, (_, index) => (index + 1 < size ? [index + 1] : []))
    assert.strictEqual(componentsOf(chain).length, size)
    assert.strictEqual(componentsOf(chain.with(size - 1, [0])).length, 1)
  })
})
