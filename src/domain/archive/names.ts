import { foldPath, type Collision } from "../content/collisions.ts"

interface Taken {
  readonly path: string
  readonly isFile: boolean
}

/** Names of one archive, taken one after the other; what comes later must stand beside what came before. */
export interface Names {
  /** The earlier name that a file or folder cannot stand beside, by the rules of `findCollisions`. */
  readonly take: (next: Taken) => Collision | undefined
  /** Files and folders until now, the folders above them included. */
  readonly count: () => number
  /** Length of all their paths together, in UTF-16 units. */
  readonly length: () => number
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/**
 * Names that none is taken of yet. Unlike `findCollisions`, which gets all paths at once, it is asked while an archive
 * is read, and looks at every folder once: a path of 500 folders costs no more than its own length.
 */
export const makeNames = (): Names => {
  const taken = new Map<string, Taken>()
  let length = 0
  const take = (next: Taken): Collision | undefined => {
    const key = foldPath(next.path)
    const before = taken.get(key)
    if (before === undefined) {
      const parent = parentOf(next.path)
      const above = parent === "" ? undefined : take({ path: parent, isFile: false })
      if (above !== undefined) return above
      taken.set(key, next)
      length += next.path.length
      return undefined
    }
    return before.path !== next.path || before.isFile || next.isFile
      ? { first: before.path, second: next.path }
      : undefined
  }
  return { take, count: () => taken.size, length: () => length }
}
