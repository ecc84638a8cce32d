import { componentsOf } from "../capability/components.ts"
import { makeHeap } from "./heap.ts"

/** A hook as its order asks: whose it is, its place in that manifest, and what it hands on. */
export interface Orderable {
  readonly id: string
  readonly index: number
  readonly hook: { readonly produces: ReadonlyArray<string>; readonly consumes: ReadonlyArray<string> }
}

/** Hooks of one kind at one point in the order in which they run. */
export interface HookOrder<A> {
  readonly ordered: ReadonlyArray<A>
  /** Hooks that wait for each other: within a ring the tie-break alone decides. Composing leaves none. */
  readonly rings: ReadonlyArray<ReadonlyArray<A>>
}

/** The tie-break: capability id by code unit, then the place in its manifest. */
export const byIdThenIndex = (
  a: Pick<Orderable, "id" | "index">,
  b: Pick<Orderable, "id" | "index">
): number => (a.id === b.id ? a.index - b.index : a.id < b.id ? -1 : 1)

/** One artefact between its makers and its takers, by their ranks in the tie-break. */
interface Artifact {
  readonly node: number
  readonly makers: Array<number>
  readonly takers: Array<number>
}

const artifactsOf = (hooks: ReadonlyArray<Orderable>): ReadonlyArray<Artifact> => {
  const artifacts = new Map<string, Artifact>()
  const named = (name: string): Artifact => {
    const known = artifacts.get(name)
    if (known !== undefined) return known
    const artifact = { node: hooks.length + artifacts.size, makers: [], takers: [] }
    artifacts.set(name, artifact)
    return artifact
  }
  for (const [rank, { hook }] of hooks.entries()) {
    for (const name of new Set(hook.produces)) named(name).makers.push(rank)
    for (const name of new Set(hook.consumes)) named(name).takers.push(rank)
  }
  return [...artifacts.values()]
}

/** Hooks point to what they take, artefacts to who makes them, so that many makers and takers of one make no square. */
const graphOf = (size: number, artifacts: ReadonlyArray<Artifact>): ReadonlyArray<ReadonlyArray<number>> => {
  const graph: Array<Array<number>> = Array.from({ length: size }, () => [])
  for (const { makers, node, takers } of artifacts) {
    graph[node] = makers
    for (const taker of takers) graph[taker]?.push(node)
  }
  return graph
}

/** Takers that wait for the same makers of one artefact. */
interface Release {
  pending: number
  readonly takers: ReadonlyArray<number>
}

/**
 * Who is released when: a hook that is in a ring with an artefact, be it that it makes and takes it itself, waits
 * for its makers outside the ring alone; everybody else for all of them.
 */
const releasesOf = (
  size: number,
  artifacts: ReadonlyArray<Artifact>,
  ringOf: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<Release>> => {
  const byMaker: Array<Array<Release>> = Array.from({ length: size }, () => [])
  for (const { makers, node, takers } of artifacts) {
    const isInside = (rank: number): boolean => ringOf[rank] === ringOf[node]
    const add = (waitedFor: ReadonlyArray<number>, waiting: ReadonlyArray<number>): void => {
      const release = { pending: waitedFor.length, takers: waiting }
      if (waiting.length > 0) for (const maker of waitedFor) byMaker[maker]?.push(release)
    }
    add(
      makers,
      takers.filter((taker) => !isInside(taker))
    )
    add(
      makers.filter((maker) => !isInside(maker)),
      takers.filter(isInside)
    )
  }
  return byMaker
}

/** Ranks in order: of all that wait for nobody any more, always the smallest. */
const walk = (size: number, byMaker: ReadonlyArray<ReadonlyArray<Release>>): ReadonlyArray<number> => {
  const waits = new Int32Array(size)
  for (const release of new Set(byMaker.flat()))
    for (const taker of release.takers) waits[taker] = (waits[taker] ?? 0) + 1
  const ready = makeHeap()
  for (const [rank, wait] of waits.entries()) if (wait === 0) ready.add(rank)
  const order: Array<number> = []
  for (let rank = ready.take(); rank !== undefined; rank = ready.take()) {
    order.push(rank)
    for (const release of byMaker[rank] ?? []) {
      release.pending -= 1
      if (release.pending > 0) continue
      for (const taker of release.takers) {
        const left = (waits[taker] ?? 0) - 1
        waits[taker] = left
        if (left === 0) ready.add(taker)
      }
    }
  }
  return order
}

/**
 * Orders hooks of one kind at one point: each after those that produce what it consumes, and of all that may run next
 * always the one that the tie-break puts first, over all capabilities. What a hook makes and takes itself orders
 * nothing. Total: members of a ring are ordered by the tie-break among themselves and named. The order in which hooks
 * are given is of no account, and a hook that goes away moves nobody but those that wait for it. Costs n log n and the
 * names. Source: seed 000, steps; docs/adr/0022.
 */
export const orderHooks = <A extends Orderable>(hooks: ReadonlyArray<A>): HookOrder<A> => {
  const ranked = hooks.toSorted(byIdThenIndex)
  const size = ranked.length
  const artifacts = artifactsOf(ranked)
  const components = componentsOf(graphOf(size + artifacts.length, artifacts))
  const ringOf: Array<number> = []
  for (const [ring, component] of components.entries()) for (const node of component) ringOf[node] = ring
  const at = (ranks: ReadonlyArray<number>): ReadonlyArray<A> => ranks.flatMap((rank) => ranked[rank] ?? [])
  return {
    ordered: at(walk(size, releasesOf(size, artifacts, ringOf))),
    rings: components.map(at).filter((ring) => ring.length > 1)
  }
}
