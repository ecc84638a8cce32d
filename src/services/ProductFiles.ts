import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ProductFileMissing } from "../domain/product/errors.ts"

/** Files that the product brings along beside its program: `capabilities/…`, `workflows/…`. */
export class ProductFiles extends Context.Service<
  ProductFiles,
  {
    /** Absolute path of a file or folder, by its path from the package's root; whether it is there is not looked at. */
    readonly place: (path: string) => Effect.Effect<string, ProductFileMissing>
    /** Bytes of a file. */
    readonly read: (path: string) => Effect.Effect<Uint8Array, ProductFileMissing>
    /** Files below a folder, from there, `/` between, ascending; empty when there is no such folder. */
    readonly below: (path: string) => Effect.Effect<ReadonlyArray<string>, ProductFileMissing>
  }
>()("gsd/services/ProductFiles") {}
