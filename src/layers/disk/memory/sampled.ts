import { drawBelow, type Draws, drawsOf } from "../../fault/draws.ts"
import type { DataLoss, Loss } from "./image.ts"
import type { Node } from "./node.ts"

/** How many losses are drawn, and by which seed; the same again for the same. */
export interface Sampling {
  /** An integer. */
  readonly seed: number
  readonly images: number
}

/** Keeps the draws of one seed apart from those of the next. */
const spread = 0x9e3779b1

const memoized = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** What becomes of one file's bytes: whole, gone, torn, or sectors of it in any order. */
const drawData = (draws: Draws): DataLoss => {
  const reached = memoized((_sector: number) => draws() < 0.5)
  return (["kept", "lost", "torn", reached] as const)[drawBelow(draws, 4)] ?? "kept"
}

/** Which changes of one directory survive: all, none, the first ones, or any of them. */
const drawNames = (draws: Draws): ((place: number) => boolean) => {
  const any = memoized((_place: number) => draws() < 0.5)
  const first = drawBelow(draws, 4)
  const kinds = [() => true, () => false, (place: number) => place < first, any]
  return kinds[drawBelow(draws, kinds.length)] ?? any
}

const drawLoss = (draws: Draws, name: string): Loss => {
  const names = memoized((_directory: Node) => drawNames(draws))
  return {
    name,
    keepsName: (directory, place) => names(directory)(place),
    data: memoized((_node: Node) => drawData(draws))
  }
}

/**
 * Losses that no order and no directory binds: a later change may survive an earlier one, in one directory and in one
 * file, and every file loses its bytes in its own way.
 */
export function* sampled({ images, seed }: Sampling): Generator<Loss> {
  for (let image = 1; image <= images; image += 1) {
    const draws = drawsOf(Math.imul(seed, spread) + image)
    yield drawLoss(draws, `image ${image} drawn by ${seed}`)
  }
}
