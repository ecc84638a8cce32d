import type { JsonValue } from "../json/value.ts"
import type { LedgerEntry } from "./entry.ts"
import type { FileRecord } from "./fileRecord.ts"
import type { RuntimeRecord } from "./runtimes.ts"
import type { Switch } from "./switches.ts"

/** A ledger as decoded: the record of one scope's installs, and the commit point of every transaction. */
export interface LedgerState {
  /** Counts commits; a plan made at another revision is made again. */
  readonly rev: number
  /** The transaction whose rename made this file; empty before the first. */
  readonly lastTx: string
  /** Hash of the audit log's begin line of `lastTx`; empty before the first. */
  readonly auditHead: string
  readonly entries: ReadonlyMap<string, LedgerEntry>
  /** Files of other programs that something of ours is or was in, by resolved path. */
  readonly files: ReadonlyMap<string, FileRecord>
  /** What is switched of capabilities that the product brings along, by id; those of `entries` say it themselves. */
  readonly switches: ReadonlyMap<string, Switch>
  /** Runtimes that capabilities of this scope are projected to, by id. */
  readonly runtimes: ReadonlyMap<string, RuntimeRecord>
  /** Entries that do not decode, carried verbatim. */
  readonly quarantined: ReadonlyMap<string, JsonValue>
}

/** The ledger of a scope in which nothing was ever installed. */
export const emptyLedger: LedgerState = {
  rev: 0,
  lastTx: "",
  auditHead: "",
  entries: new Map(),
  files: new Map(),
  switches: new Map(),
  runtimes: new Map(),
  quarantined: new Map()
}

/** Content hashes that a ledger names, over every kept generation. */
export const namedContent = (ledger: LedgerState): ReadonlySet<string> =>
  new Set([...ledger.entries.values()].flatMap((entry) => entry.generations.map((one) => one.contentHash)))

/** (id, digest) pairs that a ledger names, over every kept generation. */
export const namedDigests = (
  ledger: LedgerState
): ReadonlyArray<{ readonly id: string; readonly digest: string }> =>
  [...ledger.entries].flatMap(([id, entry]) =>
    entry.generations.map((one) => ({ id, digest: one.consentDigest }))
  )

/** A ledger with one entry set, or taken out when `entry` is undefined; what was set aside under its id goes either way. */
export const withEntry = (ledger: LedgerState, id: string, entry: LedgerEntry | undefined): LedgerState => {
  const entries = new Map(ledger.entries)
  if (entry === undefined) entries.delete(id)
  else entries.set(id, entry)
  const quarantined = new Map(ledger.quarantined)
  quarantined.delete(id)
  return { ...ledger, entries, quarantined }
}
