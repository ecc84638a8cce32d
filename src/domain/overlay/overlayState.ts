import * as Schema from "effect/Schema"
import { loopPoints } from "../capability/loopContract.ts"
import { Overlay } from "./overlay.ts"

/** A hook of the loop: whether it is in force at its point here and now, and why not. */
export const OverlayHook = Schema.Struct({
  /** `<capability>/<kind>/<place in its manifest>`. */
  hook: Schema.String,
  point: Schema.Literals(loopPoints),
  kind: Schema.Literals(["step", "contribution", "gate"]),
  /** Key of the configuration that switches it. */
  when: Schema.optionalKey(Schema.String),
  active: Schema.Boolean,
  /** Why it is not in force; absent when it is. */
  reason: Schema.optionalKey(Schema.String)
})
export type OverlayHook = typeof OverlayHook.Type

/** JSON of `state`, one per capability: what it is, and each thing that decides whether it is acted on. */
export const OverlayState = Schema.Struct({
  ...Overlay.fields,
  /** What the product brings along is. */
  installed: Schema.Boolean,
  /** Not switched off by the person. */
  enabled: Schema.Boolean,
  /** Acted on: installed, enabled, unchanged, consented to, allowed and compatible. */
  active: Schema.Boolean,
  /** Settings files chosen for its hooks and servers. */
  wire: Schema.Array(Schema.String),
  /** Its hooks of the loop, in the order of its manifest: steps, contributions, gates. */
  hooks: Schema.Array(OverlayHook)
})
export type OverlayState = typeof OverlayState.Type
