import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { Looked } from "../domain/project/looked.ts"

/** What stands in the folder of a vendored capability. */
export type VendoredSeen =
  | { readonly _tag: "Missing" }
  /** Something that no bundle may hold, or a link on the way there. */
  | { readonly _tag: "Refused"; readonly path: string; readonly reason: string }
  | {
      readonly _tag: "Bundle"
      /** In content-hash order; executable as far as the bytes tell. */
      readonly files: ReadonlyArray<BundleFile>
      /** Undefined when there is none. */
      readonly manifest: Uint8Array | undefined
    }

/** What a project holds for us, which is input from whoever writes the repository: read without following a link. */
export class ProjectFiles extends Context.Service<
  ProjectFiles,
  {
    /** Files below the root as they stand, by path. Blocked: a link, folder or device in the way, another name, too large. */
    readonly look: (
      root: string,
      paths: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Looked>, DiskFailure>
    /** Names in `.gsd/capabilities`, ascending; empty when it is no plain directory. */
    readonly names: (root: string) => Effect.Effect<ReadonlyArray<string>, DiskFailure>
    /** A vendored folder, every file of it hashed. */
    readonly bundle: (root: string, id: string) => Effect.Effect<VendoredSeen, DiskFailure>
    /** Whether the root is or lies in a git checkout. */
    readonly isCheckout: (root: string) => Effect.Effect<boolean>
  }
>()("gsd/services/ProjectFiles") {}
