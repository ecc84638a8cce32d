import * as Schema from "effect/Schema"
import { Projected } from "./receipt.ts"

/**
 * JSON of enable and disable of a capability that the product brings along: it has no generation and nothing of it is
 * wired.
 */
export const FirstPartySwitch = Schema.Struct({
  status: Schema.Literals(["enabled", "disabled", "unchanged"]),
  id: Schema.String,
  version: Schema.String,
  origin: Schema.tag("first-party"),
  scope: Schema.Literals(["global", "project"]),
  /** Ascending by runtime; absent when no host is given anything of it. */
  projected: Schema.optionalKey(Schema.Array(Projected)),
  /** Who is not acted on without it, and where it is switched off besides. */
  warnings: Schema.Array(Schema.String)
})
export type FirstPartySwitch = typeof FirstPartySwitch.Type
