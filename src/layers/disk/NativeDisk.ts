import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import type { EntryKind, FileIdentity } from "../../domain/disk/identity.ts"

/** What came of reading a file in one step. */
export type PromptRead =
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }
  /** No regular file is there. */
  | { readonly _tag: "NoFile"; readonly kind: Exclude<EntryKind, "file"> | "missing" }
  /** It is longer than was allowed. */
  | { readonly _tag: "Longer" }
  /** It is too long for one step, or became longer meanwhile: it is to be read in pieces. */
  | { readonly _tag: "InPieces" }

/** What a transaction asks of the operating system and Effect's FileSystem lacks. */
export class NativeDisk extends Context.Service<
  NativeDisk,
  {
    /** Whether directories can be fsynced and opens can refuse links; false on Windows. */
    readonly posix: boolean
    /** `lstat` in nanoseconds; none when nothing is there. */
    readonly identify: (
      path: string
    ) => Effect.Effect<Option.Option<FileIdentity>, PlatformError.PlatformError>
    /** The same of many in one step, in their order; undefined where nothing is or nobody may look. */
    readonly identifyAll: (
      paths: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<FileIdentity | undefined>>
    /** `identityText` of each, likewise. */
    readonly lookAll: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string | undefined>>
    /**
     * Bytes of a regular file, a link in its place not followed: what opening, looking and reading come to, where one step
     * is quicker than five. Left out: no such step.
     */
    readonly readPromptly?: (
      path: string,
      maxBytes: number
    ) => Effect.Effect<PromptRead, PlatformError.PlatformError>
    /** Path as the operating system spells it, every link resolved. */
    readonly realPath: (path: string) => Effect.Effect<string, PlatformError.PlatformError>
    /** `rmdir`: fails with ENOTEMPTY or ENOTDIR, never recurses. */
    readonly removeDirectory: (path: string) => Effect.Effect<void, PlatformError.PlatformError>
    /** Name of the file system that holds `path`; `unknown` when it cannot be told. */
    readonly fileSystemKind: (path: string) => Effect.Effect<string>
  }
>()("gsd/layers/disk/NativeDisk") {}
