import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"

/** The standard input of this process, as a text. */
export class StandardInput extends Context.Service<
  StandardInput,
  {
    /** Reads it to its end, as UTF-8; fails beyond `maxBytes`. Only to be called when the command line asks for it. */
    readonly read: (options: {
      readonly maxBytes: number
    }) => Effect.Effect<string, DiskFailure | FileTooLarge>
  }
>()("gsd/cli/StandardInput") {}
