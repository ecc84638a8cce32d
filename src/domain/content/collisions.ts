/** Two paths that are one on a system that folds case or normal forms, or a file where the other needs a folder. */
export interface Collision {
  readonly first: string
  readonly second: string
}

/** What a case-blind file system makes of a path: NFC, upper-cased, then lower-cased. Source: decisions "Numbers". */
export const foldPath = (path: string): string => path.normalize("NFC").toUpperCase().toLowerCase()

interface Taken {
  readonly path: string
  readonly isFile: boolean
}

/**
 * Every pair of paths (or of their parent folders) that cannot stand side by side everywhere: equal when folded but
 * spelt differently, a file and a folder of one name, or one path twice. `paths` are files, with `/`; the result is
 * in their order, one entry per later path or folder.
 */
export const findCollisions = (paths: ReadonlyArray<string>): ReadonlyArray<Collision> => {
  const taken = new Map<string, Taken>()
  const found = new Map<string, Collision>()
  const take = (next: Taken): void => {
    const key = foldPath(next.path)
    const before = taken.get(key)
    if (before === undefined) taken.set(key, next)
    else if (before.path !== next.path || before.isFile || next.isFile)
      found.set(`${before.path}\0${next.path}`, { first: before.path, second: next.path })
  }
  for (const path of paths) {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1))
      take({ path: path.slice(0, slash), isFile: false })
    take({ path, isFile: true })
  }
  return [...found.values()]
}
