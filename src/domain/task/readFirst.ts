/** A path that a tracker wants read, judged by its text: from the project's root, or why it is left out. */
export type ReadFirst =
  | { readonly _tag: "Inside"; readonly path: string }
  | { readonly _tag: "Refused"; readonly path: string; readonly problem: string }

const refused = (path: string, problem: string): ReadFirst => ({ _tag: "Refused", path, problem })

/**
 * Judges a path of `read_first`: a tracker is written by others, and what an agent reads may be sent on. An absolute one
 * below the root is told from there. Whether a link leads out of the project is for the disk to say.
 */
export const judgeReadFirst = (given: string, root: string): ReadFirst => {
  const trimmed = given.trim()
  const path = trimmed.startsWith(`${root}/`) ? trimmed.slice(root.length + 1) : trimmed
  if (path.includes("\0")) return refused(given, "it holds a NUL character")
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/u.test(path)) return refused(given, "it is no path from the project's root")
  if (/^[/\\~]/u.test(path) || path.split(/[/\\]/u).includes(".."))
    return refused(given, "it leaves the project")
  return { _tag: "Inside", path }
}
