import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { WorkstreamRefused } from "../domain/config/errors.ts"
import type { ConfigLayer, ConfigOrigin } from "../domain/config/resolve.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeInsideProject, HomeUnsafe, NoProject } from "../domain/home/errors.ts"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"
import type { ProjectPathRefused } from "../domain/project/errors.ts"
import type { SettingsDocument } from "../domain/settings/document.ts"
import type { ConcurrentEdit } from "../domain/transaction/errors.ts"

/** Whose configuration beside the user's and the project's. */
export interface ConfigWanted {
  /** Workstream that the command line names; else that of `GSD_WORKSTREAM`, else of `.planning/active-workstream`. */
  readonly workstream?: string
}

/** A file that is written. */
export type ConfigTarget =
  | { readonly origin: "user" }
  | { readonly origin: "project" }
  | {
      readonly origin: "workstream"
      /** Judged when it is written. */
      readonly name: string
    }

/** What became of a file. */
export interface ConfigWritten {
  readonly origin: Exclude<ConfigOrigin, "default" | "flag">
  readonly file: string
  /** False: it says the same already, or there is none and none is needed. */
  readonly changed: boolean
}

/** How a file is changed: from what stands there to its bytes; undefined for no file. Called again when somebody else wrote meanwhile. */
export type ConfigEdit<E> = (document: SettingsDocument) => Result.Result<Uint8Array | undefined, E>

/** Why configuration cannot be read. */
export type ConfigReadError = PolicyUnreadable | WorkstreamRefused

/** Why a file was not written; it is as it was. */
export type ConfigWriteError =
  | WorkstreamRefused
  | NoProject
  | HomeInsideProject
  | HomeUnsafe
  | ProjectPathRefused
  | ConcurrentEdit
  | LockBusy
  | LockNotWritable
  | LockUnsupported
  | DiskFailure
  | FileTooLarge

/**
 * Federated configuration: the user's `H/config.json`, the project's `.planning/config.json` and that of its workstream
 * in `.planning/workstreams/<name>`. A file that cannot be read fails everything that depends on it.
 */
export class Config extends Context.Service<
  Config,
  {
    /** Text values by dotted key, of each the strongest; egress is told from them. */
    readonly texts: Effect.Effect<ReadonlyMap<string, string>, ConfigReadError>
    /** What each file sets, the weakest first; an empty document where there is none. The workstream's is there when one is active. */
    readonly layers: (wanted: ConfigWanted) => Effect.Effect<ReadonlyArray<ConfigLayer>, ConfigReadError>
    /**
     * Changes one file, under the lock: nobody else's edit is lost. The user's file has mode 0600; a project's keeps mode
     * and owner, folders are made when absent, and nothing is written through a link.
     */
    readonly edit: <E>(
      target: ConfigTarget,
      wait: Duration.Duration,
      edit: ConfigEdit<E>
    ) => Effect.Effect<ConfigWritten, E | ConfigWriteError>
  }
>()("gsd/services/Config") {}
