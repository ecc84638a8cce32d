import * as Schema from "effect/Schema"

/** One thing that is wrong with a member of the family, at one place. Source: issue "family validate". */
export const Finding = Schema.Struct({
  /** Stable name of the rule, such as `settings.default`. */
  code: Schema.String,
  severity: Schema.Literals(["error", "warning"]),
  /** RFC 6901; "" is the document. Names the member itself, missing ones included. */
  pointer: Schema.String,
  /** One sentence without final period. */
  message: Schema.String,
  /** What to do next; never empty. */
  hint: Schema.String
})
export type Finding = typeof Finding.Type

/** `unsupported`: a schema number that this product does not know. Source: seed 001, result classes. */
export const FamilyResult = Schema.Literals(["valid", "unsupported", "invalid"])
export type FamilyResult = typeof FamilyResult.Type

/** JSON of `family validate`, one per directory in the order given. */
export const FamilyReport = Schema.Struct({
  /** As given. */
  path: Schema.String,
  result: FamilyResult,
  /** Null when the manifest names none. */
  name: Schema.NullOr(Schema.String),
  kind: Schema.NullOr(Schema.String),
  findings: Schema.Array(Finding)
})
export type FamilyReport = typeof FamilyReport.Type
