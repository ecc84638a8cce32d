import { componentsOf } from "./components.ts"
import type { Exchange } from "./facts.ts"

/** A hook that is part of a ring: whose it is, and the input that makes it wait. */
export interface Waiting {
  readonly member: number
  readonly pointer: string
}

/** A hook of a member. */
export interface Hooked {
  readonly member: number
  readonly exchange: Exchange
}

const placeOf = (name: string, rank: number): string => `${rank} ${name}`

/**
 * Rings of hooks at one point that wait for each other's artefacts, each with its hooks in order. A hook that takes
 * its own artefact forms none. Linear.
 */
export const ringsOf = (hooks: ReadonlyArray<Hooked>): ReadonlyArray<ReadonlyArray<Waiting>> => {
  // Nodes are the hooks, then the artefacts by point, so that many makers and takers of one make no square.
  const nodes = new Map<string, number>()
  const graph: Array<Array<number>> = hooks.map(() => [])
  for (const [hook, { exchange }] of hooks.entries()) {
    for (const { name } of exchange.produces) {
      const place = placeOf(name, exchange.rank)
      const node = nodes.get(place) ?? graph.push([]) - 1
      nodes.set(place, node)
      graph[node]?.push(hook)
    }
  }
  const inputsOf = ({ exchange }: Hooked) =>
    exchange.consumes.map(({ name, pointer }) => ({ pointer, node: nodes.get(placeOf(name, exchange.rank)) }))
  for (const [hook, hooked] of hooks.entries())
    for (const { node } of inputsOf(hooked)) if (node !== undefined) graph[hook]?.push(node)
  return componentsOf(graph).flatMap((component) => {
    const within = new Set(component)
    const waiting = component.flatMap((node): ReadonlyArray<Waiting> => {
      const hooked = hooks[node]
      if (hooked === undefined) return []
      const input = inputsOf(hooked).find((one) => one.node !== undefined && within.has(one.node))
      return input === undefined ? [] : [{ member: hooked.member, pointer: input.pointer }]
    })
    return waiting.length < 2 ? [] : [waiting]
  })
}
