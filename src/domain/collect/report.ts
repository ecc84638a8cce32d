import * as Schema from "effect/Schema"

/** Something of gsd's own that nothing needs. */
export const Surplus = Schema.Struct({ path: Schema.String, bytes: Schema.Int })
export type Surplus = typeof Surplus.Type

/** A kept generation beyond what the policy keeps. */
export const SurplusGeneration = Schema.Struct({
  id: Schema.String,
  generation: Schema.Int,
  version: Schema.String
})
export type SurplusGeneration = typeof SurplusGeneration.Type

/** JSON of `gc`: what was let go, or with `dryRun` would be. */
export const GcReport = Schema.Struct({
  scope: Schema.Literals(["global", "project"]),
  dryRun: Schema.optionalKey(Schema.Literal(true)),
  /** Of the scope, beyond the policy; ascending by id and number. */
  generations: Schema.Array(SurplusGeneration),
  /** Stored bundles that no ledger names; they go to trash, where commands can still read them for an hour. */
  bundles: Schema.Array(Schema.String),
  /** What has been in trash for longer than that. */
  trash: Schema.Array(Surplus),
  /** Fetched files that no kept generation came in and nobody used for an hour, and parts that nobody writes. */
  cache: Schema.Array(Surplus),
  /** What dead commands staged. */
  stagings: Schema.Array(Schema.String),
  /** Bytes of trash and cache together: what is free now. */
  freedBytes: Schema.Int,
  warnings: Schema.Array(Schema.String)
})
export type GcReport = typeof GcReport.Type
