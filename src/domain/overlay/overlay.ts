import * as Schema from "effect/Schema"
import { Wired } from "../install/receipt.ts"

/** Whether an installed capability is acted on, and if not, in which way. */
export const OverlayStatus = Schema.Literals(["active", "inactive", "incompatible", "modified", "skipped"])
export type OverlayStatus = typeof OverlayStatus.Type

/** One row of `list`. Source: issue "JSON shapes". */
export const Overlay = Schema.Struct({
  id: Schema.String,
  /** As its manifest says; empty when that cannot be read. */
  role: Schema.String,
  version: Schema.String,
  tier: Schema.String,
  origin: Schema.Literals(["first-party", "overlay"]),
  scope: Schema.Literals(["global", "project"]),
  source: Schema.String,
  status: OverlayStatus,
  /** Why it is not active; absent when it is. */
  reason: Schema.optionalKey(Schema.String),
  /** What deserves a look though it changes nothing about the status. */
  note: Schema.optionalKey(Schema.String),
  /** When all of its bytes were last hashed and found unchanged, ISO 8601. */
  verifiedAt: Schema.optionalKey(Schema.String),
  wired: Schema.Array(Wired)
})
export type Overlay = typeof Overlay.Type
