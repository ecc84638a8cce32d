import { componentsOf } from "../capability/components.ts"
import { loopPoints } from "../capability/loopContract.ts"
import type { Offer } from "./SetRule.ts"

type Place = Pick<Offer, "kind" | "name" | "rank">

/** What one member has for the others and needs of them: it decides who is taken before whom. */
export interface Dealings {
  readonly offers: ReadonlyArray<Place>
  readonly needs: ReadonlyArray<Place>
}

const keyOf = ({ kind, name }: Place): string => `${kind} ${name}`

/**
 * Members in the order in which they are taken: each after those that may meet its needs, otherwise as given; those
 * that depend on each other stand in one group. Linear in members, needs and offers.
 */
export const groupsOf = (members: ReadonlyArray<Dealings>): ReadonlyArray<ReadonlyArray<number>> => {
  const graph: Array<Array<number>> = members.map(() => [])
  const places = new Map<string, ReadonlyArray<number>>()
  /** Nodes of a name, one per rank; each points to the one before, for an earlier offer will do. */
  const nodesOf = (offer: Place): ReadonlyArray<number> => {
    const key = keyOf(offer)
    const known = places.get(key)
    if (known !== undefined) return known
    const first = graph.length
    const nodes = loopPoints.map((_, rank) => first + rank)
    for (const rank of nodes.keys()) graph.push(rank === 0 ? [] : [first + rank - 1])
    places.set(key, nodes)
    return nodes
  }
  for (const [member, { needs }] of members.entries())
    for (const need of needs) graph[member]?.push(nodesOf(need)[need.rank] ?? 0)
  for (const [member, { offers }] of members.entries())
    for (const offer of offers) {
      const node = places.get(keyOf(offer))?.[offer.rank]
      if (node !== undefined) graph[node]?.push(member)
    }
  return componentsOf(graph)
    .map((component) => component.filter((node) => node < members.length))
    .filter((group) => group.length > 0)
}
