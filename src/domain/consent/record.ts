import * as Schema from "effect/Schema"

/** Who was seen to say yes: a person at a terminal, an agent's environment, or a CI's. */
export const ConsentBy = Schema.Literals(["tty", "agent", "ci"])
export type ConsentBy = typeof ConsentBy.Type

/** How the yes was given: at the prompt, by digest, by `--yes`, or carried over unchanged powers. */
export const ConsentHow = Schema.Literals(["prompt", "digest", "yes", "carried"])
export type ConsentHow = typeof ConsentHow.Type

/** Where a lane sends data, as resolved when the person consented. */
export const Egress = Schema.Struct({
  slug: Schema.String,
  key: Schema.String,
  host: Schema.String,
  loopback: Schema.Boolean
})
export type Egress = typeof Egress.Type

/** A person's yes to one digest in one scope. Source: consent.md "The record". */
export const ConsentRecord = Schema.Struct({
  /** `global`, or the project's key. */
  scope: Schema.String,
  id: Schema.String,
  digest: Schema.String,
  contentHash: Schema.String,
  /** Agents were shown. Absent when there are none, and in a yes from before they were shown at all (ADR-0033). */
  agents: Schema.optionalKey(Schema.Literal(true)),
  egress: Schema.Array(Egress),
  how: ConsentHow,
  by: ConsentBy,
  tx: Schema.String,
  /** ISO 8601, UTC. */
  at: Schema.String,
  /** ISO 8601, UTC; a revoked record activates nothing. */
  revoked: Schema.optionalKey(Schema.String)
})
export type ConsentRecord = typeof ConsentRecord.Type

/** What identifies a record: a person's yes is given in a scope, to an id, for a digest. */
export type ConsentKey = Pick<ConsentRecord, "scope" | "id" | "digest">

const text = (key: ConsentKey): string => `${key.scope}\n${key.id}\n${key.digest}`

/** All records, by `recordKey`. */
export type ConsentState = ReadonlyMap<string, ConsentRecord>

/** The map key of a record. */
export const recordKey = text

/** The record of a key, revoked or not. */
export const findRecord = (state: ConsentState, key: ConsentKey): ConsentRecord | undefined =>
  state.get(text(key))

/** The records with one set. */
export const withRecord = (state: ConsentState, record: ConsentRecord): ConsentState =>
  new Map(state).set(text(record), record)

/** The records with one taken out. */
export const withoutRecord = (state: ConsentState, key: ConsentKey): ConsentState => {
  const next = new Map(state)
  next.delete(text(key))
  return next
}

/** Tells whether two records say the same. */
export const isSameRecord: (a: ConsentRecord, b: ConsentRecord) => boolean =
  Schema.toEquivalence(ConsentRecord)

/** What a revocation did. */
export interface Revocation {
  /** The records that stood until now; empty when none did. */
  readonly records: ReadonlyArray<ConsentRecord>
  /** Wired entries that could not be taken out, and what went wrong after the commit; empty when all is well. */
  readonly warnings: ReadonlyArray<string>
}
