import * as Schema from "effect/Schema"

/** Content hash, `sha512-<base64>`; places in the store are made of it, so nothing else may stand in its place. */
export const ContentHash = Schema.String.check(Schema.isPattern(/^sha512-[A-Za-z0-9+/]{86}==$/u))

/** One kept state of an installed capability; `generation` counts from 1 per id and is never reused while kept. */
export const Generation = Schema.Struct({
  generation: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  version: Schema.String,
  /** Canonical source without credentials; for a local folder its real path. */
  source: Schema.String,
  /** Commit or version that the source resolved to; absent for a local folder or archive. */
  resolved: Schema.optionalKey(Schema.String),
  /** Full name of the git ref that it was, `refs/heads/main`; absent for other sources and for a commit. */
  ref: Schema.optionalKey(Schema.String),
  /** Digest of what was fetched: for an archive of its own bytes, for a local folder the content hash. */
  integrity: Schema.String,
  contentHash: ContentHash,
  /** sha512 of capability.json's bytes, lower-case hex. */
  manifestHash: Schema.String,
  consentDigest: Schema.String,
  /** Paths in the bundle, sorted as the content hash sorts them. */
  files: Schema.Array(Schema.String),
  /** ISO 8601, UTC. */
  installedAt: Schema.String,
  tx: Schema.String
})
export type Generation = typeof Generation.Type

/** One edit in a file of another program. Source: transaction.md "Files". */
export const SharedEdit = Schema.Struct({
  file: Schema.String,
  marker: Schema.String,
  inserted: Schema.String,
  replaced: Schema.String,
  pointer: Schema.String,
  before: Schema.String,
  after: Schema.String
})
export type SharedEdit = typeof SharedEdit.Type

/** One file that stands in a host runtime's home because of this capability. */
export const Projection = Schema.Struct({
  runtime: Schema.String,
  scope: Schema.String,
  path: Schema.String,
  sha512: Schema.String
})
export type Projection = typeof Projection.Type

/** A vendored file as gsd last wrote or read it in a project; `path` is the one in the bundle. */
export const VendoredFile = Schema.Struct({ path: Schema.String, sha512: Schema.String })
export type VendoredFile = typeof VendoredFile.Type

/** What is installed under one id: the active generation's members, and every kept generation, the active one included. */
export const LedgerEntry = Schema.Struct({
  ...Generation.fields,
  sharedEdits: Schema.Array(SharedEdit),
  projections: Schema.Array(Projection),
  generations: Schema.Array(Generation),
  /** Resolved paths of the settings files that the person chose for its hooks and servers, ascending. */
  wire: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Switched off by the person: installed and consented to, but not acted on. */
  disabled: Schema.optionalKey(Schema.Literal(true)),
  /** Stays as it is until it is unpinned; the value says at what, for people. */
  pin: Schema.optionalKey(Schema.String),
  /** In a project's ledger: its vendored files, which a removal takes away. */
  vendored: Schema.optionalKey(Schema.Array(VendoredFile))
})
export type LedgerEntry = typeof LedgerEntry.Type

/** Number for the next generation: one above the highest kept one. */
export const nextGeneration = (entry: LedgerEntry | undefined): number =>
  entry === undefined
    ? 1
    : Math.max(...entry.generations.map((kept) => kept.generation), entry.generation) + 1

/**
 * Generations to keep: the active one, and of the others the highest numbers, `keep` in all.
 * Ascending by number.
 */
export const keptGenerations = (
  all: ReadonlyArray<Generation>,
  active: number,
  keep: number
): ReadonlyArray<Generation> => {
  const others = all
    .filter((one) => one.generation !== active)
    .toSorted((a, b) => b.generation - a.generation)
  const kept = [...all.filter((one) => one.generation === active), ...others.slice(0, Math.max(0, keep - 1))]
  return kept.toSorted((a, b) => a.generation - b.generation)
}
