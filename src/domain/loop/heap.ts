/** Numbers of which the smallest is had first. */
export interface Heap {
  readonly add: (value: number) => void
  /** Takes the smallest out; undefined when there is none. */
  readonly take: () => number | undefined
}

/** An empty binary heap: both ways cost the logarithm of what is in it. */
export const makeHeap = (): Heap => {
  const values: Array<number> = []
  const at = (index: number): number => values[index] ?? Number.POSITIVE_INFINITY
  const swap = (a: number, b: number): void => {
    const value = at(a)
    values[a] = at(b)
    values[b] = value
  }
  const up = (index: number): void => {
    const parent = (index - 1) >> 1
    if (index === 0 || at(parent) <= at(index)) return
    swap(index, parent)
    up(parent)
  }
  const down = (index: number): void => {
    const left = 2 * index + 1
    const child = at(left + 1) < at(left) ? left + 1 : left
    if (child >= values.length || at(index) <= at(child)) return
    swap(index, child)
    down(child)
  }
  return {
    add: (value) => up(values.push(value) - 1),
    take: () => {
      const first = values[0]
      const last = values.pop()
      if (last !== undefined && values.length > 0) {
        values[0] = last
        down(0)
      }
      return first
    }
  }
}
