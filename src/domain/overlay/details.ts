import * as Schema from "effect/Schema"
import { ConsentRecord } from "../consent/record.ts"
import { DisclosureLine } from "../disclosure/DisclosureLine.ts"
import { Projected } from "../install/receipt.ts"
import { Overlay } from "./overlay.ts"

/** JSON of `show`: the row of `list`, what the capability is and may do, and what is kept of it. */
export const Details = Schema.Struct({
  ...Overlay.fields,
  title: Schema.String,
  description: Schema.String,
  contentHash: Schema.String,
  consentDigest: Schema.String,
  installedAt: Schema.String,
  /** Commit or version that the source resolved to; absent for a local folder or archive. */
  resolved: Schema.optionalKey(Schema.String),
  /** At what it is pinned; absent when it is not. */
  pin: Schema.optionalKey(Schema.String),
  /** Where the active bytes stand. */
  path: Schema.String,
  files: Schema.Array(Schema.String),
  /** Runtimes it is projected to, ascending; absent: none. */
  projected: Schema.optionalKey(Schema.Array(Projected)),
  disclosure: Schema.Array(DisclosureLine),
  consent: Schema.optionalKey(ConsentRecord),
  generation: Schema.Int,
  generations: Schema.Array(
    Schema.Struct({
      generation: Schema.Int,
      version: Schema.String,
      contentHash: Schema.String,
      installedAt: Schema.String
    })
  )
})
export type Details = typeof Details.Type
