import type { Target } from "../foreign/target.ts"
import type { FileState } from "../transaction/journal.ts"

/** Why a file with a second name is in the way: an edit would cut that off. */
export const secondName = "it has another name (a hard link), which an edit would cut off"

/** What stands at a path in a project; no link was followed. */
export type Looked =
  | {
      readonly _tag: "Plain"
      readonly path: string
      /** The file; without bytes when there is none. */
      readonly target: Target
      /** Hash of the bytes, or `absent`. */
      readonly state: FileState
      /** Directories that would have to be made for it, parents first. */
      readonly missing: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Blocked"
      readonly path: string
      /** What is in the way: it, or a directory above it. */
      readonly at: string
      readonly reason: string
    }
