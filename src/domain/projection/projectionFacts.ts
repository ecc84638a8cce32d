import type { RecordedFile } from "../ledger/runtimes.ts"
import type { Looked } from "../project/looked.ts"
import type { Places } from "./places.ts"
import type { Wish } from "./wish.ts"

/** What is planned on: one runtime in one scope. */
export interface ProjectionFacts {
  /** Of the runtime in the scope. */
  readonly places: Pick<Places, "artifacts">
  /** Undefined: nothing any more. */
  readonly wish: Wish | undefined
  /** Files that the ledger records for the runtime. */
  readonly recorded: ReadonlyArray<RecordedFile>
  /** Paths of what stays as it is and is not planned; what of gsd's directories they lie in stays recorded. */
  readonly resting?: ReadonlyArray<string>
  /** Directories that gsd made for it. */
  readonly directories: ReadonlyArray<string>
  /** What stands at each path of `pathsOf`, by path. */
  readonly looked: ReadonlyMap<string, Looked>
  /** Paths that are somebody else's, with whose they are: another installer's name, or words for another runtime. */
  readonly claims?: ReadonlyMap<string, string>
  /** Directories that gsd made for other runtimes of the scope: whoever is the last takes them away. */
  readonly madeForOthers?: ReadonlyArray<string>
  /** Directories that edits of the host's files make in the same transaction. */
  readonly madeBeside?: ReadonlyArray<string>
  /** sha512 of what is wished, by the bytes themselves, where somebody has it; worked out when left out. */
  readonly digests?: ReadonlyMap<Uint8Array, string>
}

/** Every path that a plan has to know the state of, ascending. */
export const pathsOf = ({
  recorded,
  wish
}: Pick<ProjectionFacts, "recorded" | "wish">): ReadonlyArray<string> =>
  [...new Set([...(wish?.files ?? []), ...recorded].map(({ path }) => path))].toSorted()
