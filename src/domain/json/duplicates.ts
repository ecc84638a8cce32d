import { visit } from "jsonc-parser"

/** A key that stands again in one object. */
export interface DuplicateKey {
  /** Names of the way to it, the key last; places of arrays are numbers. */
  readonly path: ReadonlyArray<string | number>
}

/** Most duplicates that are told; a file of nothing else would tell millions. */
const mostTold = 50

/** Keys that stand twice or more in one object of a JSON text, each occurrence after the first, in order; at most 50. Linear. */
export const duplicateKeys = (text: string): ReadonlyArray<DuplicateKey> => {
  const open: Array<Set<string>> = []
  const found: Array<DuplicateKey> = []
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (...[key, , , , , pathOf]) => {
      const keys = open.at(-1)
      if (keys?.has(key) === true && found.length < mostTold) found.push({ path: [...pathOf(), key] })
      keys?.add(key)
    }
  })
  return found
}
