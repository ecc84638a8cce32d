/** A directed graph over the nodes 0 … `edges.length - 1`: the nodes that each one points to. */
export type Graph = ReadonlyArray<ReadonlyArray<number>>

interface Frame {
  readonly node: number
  next: number
}

/** State of the search: for each node when it was found (-1: not yet), the earliest open one it reaches, and whether it is open. */
const searchOver = (size: number) => ({
  index: new Int32Array(size).fill(-1),
  low: new Int32Array(size),
  isOpen: new Uint8Array(size),
  open: [] as Array<number>,
  frames: [] as Array<Frame>,
  count: 0
})

type Search = ReturnType<typeof searchOver>

const enter = (search: Search, node: number): void => {
  search.index[node] = search.low[node] = search.count
  search.count += 1
  search.open.push(node)
  search.isOpen[node] = 1
  search.frames.push({ node, next: 0 })
}

const lower = ({ low }: Search, node: number, to: number): void => {
  low[node] = Math.min(low[node] ?? 0, to)
}

/** Leaves a node all of whose edges were followed; the component that it is the first of, when it is. */
const leave = (search: Search, node: number): ReadonlyArray<number> | undefined => {
  const { frames, index, isOpen, low, open } = search
  frames.pop()
  const parent = frames.at(-1)
  if (parent !== undefined) lower(search, parent.node, low[node] ?? 0)
  if (low[node] !== index[node]) return undefined
  const members = open.splice(open.lastIndexOf(node))
  for (const one of members) isOpen[one] = 0
  return members.toSorted((a, b) => a - b)
}

const follow = (search: Search, node: number, target: number): void => {
  const at = search.index[target] ?? 0
  if (at === -1) enter(search, target)
  else if (search.isOpen[target] === 1) lower(search, node, at)
}

/**
 * Strongly connected components, each with its nodes ascending; a component comes after every other one that it
 * points to, and otherwise in the order of its nodes. Linear; no recursion, so that long chains do no harm.
 * Source: Tarjan, "Depth-first search and linear graph algorithms", 1972.
 */
export const componentsOf = (graph: Graph): ReadonlyArray<ReadonlyArray<number>> => {
  const found: Array<ReadonlyArray<number>> = []
  const search = searchOver(graph.length)
  for (const root of graph.keys()) {
    if (search.index[root] !== -1) continue
    enter(search, root)
    for (let frame = search.frames.at(-1); frame !== undefined; frame = search.frames.at(-1)) {
      const { node, next } = frame
      const target = graph[node]?.[next]
      frame.next += 1
      const component = target === undefined ? leave(search, node) : follow(search, node, target)
      if (component !== undefined) found.push(component)
    }
  }
  return found
}
