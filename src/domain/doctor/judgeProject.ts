import type { DirectoryEntry, EntryKind } from "../disk/identity.ts"
import { ownerOfTemporary } from "../paths.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** `.gsd` in the current project. */
export interface ProjectFacts {
  /** The folder. */
  readonly path: string
  /** What it is itself; a link is not followed. */
  readonly kind: EntryKind
  readonly entries: ReadonlyArray<DirectoryEntry>
}

/** What a project may hold, and as what. Source: transaction.md "Files". */
const inputs: ReadonlyMap<string, EntryKind> = new Map([
  ["capabilities.lock.json", "file"],
  ["capabilities", "directory"],
  [".gitignore", "file"],
  [".gitattributes", "file"]
])

const isInput = ({ kind, name }: DirectoryEntry): boolean =>
  inputs.get(name) === kind ||
  (kind === "file" && [...inputs.keys()].some((input) => ownerOfTemporary(input, name) !== undefined))

const forged = (path: string, what: string): Finding => ({
  kind: "project-forged",
  subject: subjectOf(path),
  message: shown`${path} ${what}; gsd ignores it, and acts on what is in its own folder only`,
  hint: "Find out who put it into the project, and delete it",
  fix: "none"
})

/** Names what a repository brought along that looks like state: it is never read. */
export const judgeProject = ({ entries, kind, path }: ProjectFacts): ReadonlyArray<Finding> =>
  kind === "directory"
    ? entries
        .filter((entry) => !isInput(entry))
        .map(({ kind, name }) =>
          forged(
            `${path}/${name}`,
            inputs.has(name)
              ? `is ${kind === "other" ? "no file" : `a ${kind}`}`
              : "has no place in a project"
          )
        )
    : [forged(path, `is a ${kind}`)]
