import * as Schema from "effect/Schema"

/** Whether a source offers something newer. `pinned`: it stays whatever is offered; `manual`: only a person can tell; `unknown`: it could not be told now. */
export const OutdatedStatus = Schema.Literals(["outdated", "current", "pinned", "manual", "unknown"])
export type OutdatedStatus = typeof OutdatedStatus.Type

/** One row of `outdated`. Source: seed 003 D6. */
export const OutdatedRow = Schema.Struct({
  id: Schema.String,
  scope: Schema.Literals(["global", "project"]),
  /** `vendored` for a folder that the project itself holds, `unknown` for a source that cannot be read. */
  sourceKind: Schema.Literals(["local", "archive", "https", "git", "npm", "registry", "vendored", "unknown"]),
  source: Schema.String,
  /** Version of the active generation. */
  current: Schema.String,
  /** Version that the source offers now, or for a repository the commit when it is another one; null when it was not asked or did not say. */
  latest: Schema.NullOr(Schema.String),
  status: OutdatedStatus,
  /** Why it is not plainly outdated or current, or what changed. */
  reason: Schema.optionalKey(Schema.String)
})
export type OutdatedRow = typeof OutdatedRow.Type
