import { componentsOf } from "./components.ts"
import type { LoopPoint } from "./loopContract.ts"
import type { Named } from "./raw.ts"

/** A step or a contribution, as far as the order of the loop asks. */
export interface Exchange {
  readonly point: LoopPoint
  /** Rank of the point in the loop, from 0. */
  readonly rank: number
  readonly produces: ReadonlyArray<Named>
  readonly consumes: ReadonlyArray<Named>
}

/** A hook of a member of a set; by itself, a manifest is member 0. */
export interface Hooked {
  readonly member: number
  readonly exchange: Exchange
}

/** A hook that is part of a ring: whose it is, and the input that makes it wait. */
export interface Waiting {
  readonly member: number
  readonly pointer: string
}

/** Hooks at one point, each of which waits for all the others, in the order given. */
export type Knot = ReadonlyArray<Hooked>

type Side = "produces" | "consumes"

const placesOf = ({ exchange }: Hooked, side: Side): ReadonlyArray<string> =>
  exchange[side].map(({ name }) => `${exchange.rank} ${name}`)

/**
 * Hooks that wait for each other's artefacts. A hook that takes its own artefact is in none. Linear.
 */
export const knotsOf = (all: ReadonlyArray<Hooked>): ReadonlyArray<Knot> => {
  const hooks = all.filter(({ exchange }) => exchange.produces.length > 0 && exchange.consumes.length > 0)
  if (hooks.length < 2) return []
  // Nodes are the hooks, then the artefacts by point, so that many makers and takers of one make no square.
  const nodes = new Map<string, number>()
  const graph: Array<Array<number>> = hooks.map(() => [])
  for (const [hook, hooked] of hooks.entries())
    for (const place of placesOf(hooked, "produces")) {
      const node = nodes.get(place) ?? graph.push([]) - 1
      nodes.set(place, node)
      graph[node]?.push(hook)
    }
  for (const [hook, hooked] of hooks.entries())
    for (const place of placesOf(hooked, "consumes")) {
      const node = nodes.get(place)
      if (node !== undefined) graph[hook]?.push(node)
    }
  return componentsOf(graph)
    .map((component) => component.flatMap((node) => hooks[node] ?? []))
    .filter((knot) => knot.length > 1)
}

/** The hooks of a knot with the first input by which each waits for another one. */
export const waitingIn = (knot: Knot): ReadonlyArray<Waiting> => {
  const makers = new Map<string, number>()
  for (const hook of knot)
    for (const place of new Set(placesOf(hook, "produces"))) makers.set(place, (makers.get(place) ?? 0) + 1)
  return knot.flatMap((hook) => {
    const own = new Set(placesOf(hook, "produces"))
    const at = placesOf(hook, "consumes").findIndex(
      (place) => (makers.get(place) ?? 0) > (own.has(place) ? 1 : 0)
    )
    return [{ member: hook.member, pointer: hook.exchange.consumes[at]?.pointer ?? "" }]
  })
}

/** Members added one after the other with their hooks at one point. */
export interface RingSearch {
  /** The knot that these hooks tie with those kept before, when they tie one. */
  readonly tie: (hooks: ReadonlyArray<Hooked>) => Knot | undefined
  readonly keep: (hooks: ReadonlyArray<Hooked>) => void
}

/**
 * Looks for the member that closes a ring; hooks of members that `isIn` denies do not count. At worst, each look walks
 * over all hooks kept before: give it knots only.
 */
export const ringSearch = (isIn: (member: number) => boolean): RingSearch => {
  const makers = new Map<string, Array<Hooked>>()
  return {
    tie: (hooks) => {
      const made = new Set(hooks.flatMap((hook) => placesOf(hook, "produces")))
      const reached = new Set(hooks)
      const walked = new Set<string>()
      let returns = false
      // What is reached while it walks is walked over as well.
      for (const hook of reached)
        for (const place of placesOf(hook, "consumes")) {
          if (walked.has(place)) continue
          walked.add(place)
          returns ||= made.has(place)
          for (const maker of makers.get(place) ?? []) if (isIn(maker.member)) reached.add(maker)
        }
      // Back at what these hooks make, it may still be no ring: a hook may take what it makes itself.
      return returns ? knotsOf([...reached])[0] : undefined
    },
    keep: (hooks) => {
      for (const hook of hooks)
        for (const place of placesOf(hook, "produces")) {
          const others = makers.get(place)
          if (others === undefined) makers.set(place, [hook])
          else others.push(hook)
        }
    }
  }
}
