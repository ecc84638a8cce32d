import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CapabilityFileUnreadable } from "../domain/product/errors.ts"

/** Whose files: an installed capability by its bytes, one that the product brings along by its id. */
export interface FilesOf {
  readonly id: string
  readonly contentHash?: string
}

/** Files of capabilities that are acted on, wherever they come from; those of installed ones are hashed before use. */
export class CapabilityFiles extends Context.Service<
  CapabilityFiles,
  {
    /** Bytes of one file of at most `maxBytes`, by its path in the bundle. */
    readonly read: (
      of: FilesOf,
      path: string,
      options: { readonly maxBytes: number }
    ) => Effect.Effect<Uint8Array, CapabilityFileUnreadable>
    /** Paths in the bundle, ascending. */
    readonly paths: (of: FilesOf) => Effect.Effect<ReadonlyArray<string>, CapabilityFileUnreadable>
    /** The real folder of all its files, for a program that starts from there; every byte of an installed one is hashed now. */
    readonly folder: (of: FilesOf) => Effect.Effect<string, CapabilityFileUnreadable>
  }
>()("gsd/services/CapabilityFiles") {}
