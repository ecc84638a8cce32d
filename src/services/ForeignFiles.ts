import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { TargetNotWritable, TargetRefused } from "../domain/foreign/errors.ts"
import type { Target } from "../domain/foreign/target.ts"
import type { LedgerScope } from "../domain/paths.ts"

/** Why a file of another program cannot be edited. */
export type TargetError = TargetRefused | TargetNotWritable | DiskFailure | FileTooLarge

/** Files of other programs: found and read here, written by a Transaction alone. */
export class ForeignFiles extends Context.Service<
  ForeignFiles,
  {
    /** The real path of a file as typed, relative to the working directory; links are followed. It need not exist, its folder must. */
    readonly resolve: (typed: string, scope: LedgerScope) => Effect.Effect<string, TargetError>
    /** A resolved file as it stands; refused when it is no regular file, has other names, or is read-only. */
    readonly read: (path: string) => Effect.Effect<Target, TargetError>
  }
>()("gsd/services/ForeignFiles") {}
