import { componentsOf } from "../capability/components.ts"
import type { Offer } from "./SetRule.ts"

type Place = Pick<Offer, "kind" | "name" | "rank">

/** What one member has for the others and needs of them: it decides who is taken before whom. */
export interface Dealings {
  readonly offers: ReadonlyArray<Place>
  readonly needs: ReadonlyArray<Place>
}

const keyOf = ({ kind, name }: Place): string => `${kind} ${name}`

/** Node that stands for any offer of a name up to a rank. */
interface Wanted {
  readonly rank: number
  readonly node: number
}

/**
 * Members in the order in which they are taken: each after those that may meet its needs, otherwise as given; those
 * that depend on each other stand in one group. Linear in members, needs and offers.
 */
export const groupsOf = (members: ReadonlyArray<Dealings>): ReadonlyArray<ReadonlyArray<number>> => {
  const graph: Array<Array<number>> = members.map(() => [])
  const wanted = new Map<string, Array<Wanted>>()
  for (const [member, { needs }] of members.entries())
    for (const need of needs) {
      const nodes = wanted.get(keyOf(need)) ?? []
      const known = nodes.find(({ rank }) => rank === need.rank)
      const { node } = known ?? { node: graph.push([]) - 1 }
      if (known === undefined) wanted.set(keyOf(need), [...nodes, { rank: need.rank, node }])
      graph[member]?.push(node)
    }
  for (const nodes of wanted.values()) {
    nodes.sort((a, b) => a.rank - b.rank)
    for (const [at, { node }] of nodes.entries()) {
      // An earlier offer will do as well.
      const before = nodes[at - 1]
      if (before !== undefined) graph[node]?.push(before.node)
    }
  }
  for (const [member, { offers }] of members.entries())
    for (const offer of offers) {
      const node = wanted.get(keyOf(offer))?.find(({ rank }) => rank >= offer.rank)?.node
      if (node !== undefined) graph[node]?.push(member)
    }
  return componentsOf(graph)
    .map((component) => component.filter((node) => node < members.length))
    .filter((group) => group.length > 0)
}
