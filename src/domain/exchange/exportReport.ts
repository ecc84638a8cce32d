import * as Schema from "effect/Schema"
import { Exported } from "./exportFile.ts"

/** JSON of `export`. */
export const ExportReport = Schema.Struct({
  path: Schema.String,
  /** Digest of the file. */
  sha512: Schema.String,
  /** Bytes of the file. */
  size: Schema.Int,
  /** Ascending by id. */
  capabilities: Schema.Array(Exported)
})
export type ExportReport = typeof ExportReport.Type
