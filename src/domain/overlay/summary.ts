import * as Schema from "effect/Schema"

/**
 * What a list needs of a stored bundle, worked out once: its manifest judged, and what the files looked like that a
 * list compares. It counts as long as those look the same. Source: consent.md "What is verified when".
 */
export const Summary = Schema.Struct({
  role: Schema.String,
  tier: Schema.String,
  /** Why the manifest cannot be used, when it cannot. */
  problem: Schema.optionalKey(Schema.String),
  /** Why this engine is not the right one, when it is not. */
  incompatible: Schema.optionalKey(Schema.String),
  /** Present and true when a gate of it holds the loop. */
  holds: Schema.optionalKey(Schema.Boolean),
  /** Present and true when it declares agents. */
  agents: Schema.optionalKey(Schema.Boolean),
  /** Identity by path in the bundle: the manifest and every file that is run or loaded. */
  files: Schema.Record(Schema.String, Schema.String),
  /** When all bytes were last hashed and found unchanged, milliseconds since 1970. */
  verifiedAt: Schema.Finite
})
export type Summary = typeof Summary.Type

/** Summaries by content hash. */
export type Summaries = ReadonlyMap<string, Summary>

/** What the set of active capabilities refuses: good as long as the set is made of the same bytes. */
export const Composition = Schema.Struct({
  /** Ids and content hashes of the set, in order. */
  of: Schema.String,
  /** Why, by id. */
  refused: Schema.Record(Schema.String, Schema.String)
})
export type Composition = typeof Composition.Type

/** Everything that lists remember. */
export interface Memory {
  readonly summaries: Summaries
  /** By the key of the scope. */
  readonly compositions: ReadonlyMap<string, Composition>
}
