/** Whether a project has a history. */
export type Head =
  /** Why there is none, as a sentence without a period. */
  | { readonly _tag: "None"; readonly reason: string }
  /** A repository without a commit. */
  | { readonly _tag: "Unborn" }
  | {
      readonly _tag: "Commit"
      readonly commit: string
      /** Whether its history is cut off. */
      readonly isShallow: boolean
    }

/** Where something began. */
export interface Began {
  readonly commit: string
  /** The commit before; undefined when there is none, or none that is known. */
  readonly before: string | undefined
}

/** A commit and the first paragraph of its message, in one line. */
export interface Told {
  readonly commit: string
  readonly subject: string
}

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text)

/** Reads `git rev-list --format=%x00%s`: a line with the commit, then one with the subject, which holds no line end. */
export const readTold = (text: string): ReadonlyArray<Told> => {
  const lines = text.split("\n")
  return lines.flatMap((line, index): ReadonlyArray<Told> => {
    const commit = line.startsWith("commit ") ? line.slice("commit ".length) : ""
    const subject = lines[index + 1] ?? ""
    return isCommit(commit) && subject.startsWith("\0") ? [{ commit, subject: subject.slice(1) }] : []
  })
}

/** Paths of an answer with `-z`, ascending, each once. */
export const readPaths = (text: string): ReadonlyArray<string> =>
  [...new Set(text.split("\0").filter((path) => path !== ""))].toSorted()

/** What stands in a commit's tree by path: the hash of a plain file, empty for anything else. */
export const readHashes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split("\0").flatMap((entry) => {
      const tab = entry.indexOf("\t")
      if (tab < 0) return []
      const [mode = "", , hash = ""] = entry.slice(0, tab).split(" ")
      return [[entry.slice(tab + 1), mode.startsWith("100") ? hash : ""] as const]
    })
  )
