import * as Schema from "effect/Schema"
import { Overlay } from "./overlay.ts"

/** JSON of `state`, one per capability: what it is, and each thing that decides whether it is acted on. */
export const OverlayState = Schema.Struct({
  ...Overlay.fields,
  installed: Schema.Boolean,
  /** Not switched off by the person. */
  enabled: Schema.Boolean,
  /** Acted on: installed, enabled, unchanged, consented to, allowed and compatible. */
  active: Schema.Boolean,
  /** Settings files chosen for its hooks and servers. */
  wire: Schema.Array(Schema.String)
})
export type OverlayState = typeof OverlayState.Type
