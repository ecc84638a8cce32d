import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FamilyFileUnreadable } from "../domain/family/errors.ts"
import type { Standing } from "../domain/family/judgeFiles.ts"

/**
 * What a path holds, links followed: a regular file that may be started or not, nothing (a folder, too, is no file), or
 * something that the system does not let us look at.
 */
export type PathState = "program" | "file" | "absent" | "unknown"

/** Folders of family members, wherever they lie: links are followed, as their own tools do. */
export class FamilyFiles extends Context.Service<
  FamilyFiles,
  {
    /** Text of a file of at most `limits.manifestBytes` by its absolute or working-directory path, as bytes; undefined when nothing is there. */
    readonly bytes: (path: string) => Effect.Effect<Uint8Array | undefined, FamilyFileUnreadable>
    /** What stands at paths inside a folder, by path. */
    readonly look: (
      folder: string,
      paths: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Standing>, FamilyFileUnreadable>
    /**
     * Folders that a pattern with `*`, `?`, `[…]` or `**` names, ascending; the text itself when it holds none of these or
     * a folder of this very name is there. A pattern that names nothing stays as it is.
     */
    readonly expand: (pattern: string) => Effect.Effect<ReadonlyArray<string>, FamilyFileUnreadable>
    /** Names of the folders directly below a folder, links to folders included, ascending; empty when there is none. */
    readonly folders: (folder: string) => Effect.Effect<ReadonlyArray<string>, FamilyFileUnreadable>
    /** What an absolute path holds. */
    readonly state: (path: string) => Effect.Effect<PathState>
  }
>()("gsd/services/FamilyFiles") {}
