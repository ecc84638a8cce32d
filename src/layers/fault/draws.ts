/** Numbers that look random and depend on a seed alone: each in [0, 1), in the same order every time. */
export type Draws = () => number

const golden = 0x6d2b79f5
const two32 = 4_294_967_296

/** Draws by a seed, an integer. Source: the mulberry32 generator, public domain. */
export const drawsOf = (seed: number): Draws => {
  let state = seed >>> 0
  return () => {
    state = (state + golden) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / two32
  }
}

/** A whole number from 0 up to, but not including, `below`. */
export const drawBelow = (draws: Draws, below: number): number => Math.floor(draws() * below)
