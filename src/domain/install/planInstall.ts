import type { ConsentRecord } from "../consent/record.ts"
import { keptGenerations, nextGeneration, type Generation, type LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { editsWith, vendoredIn, type ProjectPlan } from "../project/edits.ts"
import { pinText } from "./planPin.ts"
import {
  additionOf,
  withLeftovers,
  type Basis,
  type Change,
  type PlannedFile
} from "../transaction/change.ts"
import type { Operation } from "../transaction/journal.ts"

/** What an install adds to the recorded state. */
export interface Addition {
  readonly op: Extract<Operation, "install" | "update">
  readonly id: string
  readonly generation: Omit<Generation, "generation">
  /** Consent to write with it; undefined when a standing record covers the digest. */
  readonly record: ConsentRecord | undefined
  readonly staging: string
  /** Resolved paths of the settings files chosen for it. */
  readonly wire: ReadonlyArray<string>
  readonly files: ReadonlyArray<PlannedFile>
  /** What its project holds of it, in project scope. */
  readonly project?: ProjectPlan
  /** Kept generations in all, the active one included. */
  readonly keep: number
}

/** The same bytes, from the same source, under the same digest: a new yes to what is active, not a new generation. */
const isActive = (entry: LedgerEntry | undefined, next: Omit<Generation, "generation">): boolean =>
  entry !== undefined &&
  entry.contentHash === next.contentHash &&
  entry.consentDigest === next.consentDigest &&
  entry.source === next.source

const withWire = (entry: LedgerEntry, { project, wire }: Addition): LedgerEntry => ({
  ...entry,
  ...(wire.length === 0 ? {} : { wire }),
  ...vendoredIn(project)
})

const entryOf = (entry: LedgerEntry | undefined, addition: Addition): LedgerEntry => {
  if (entry !== undefined && isActive(entry, addition.generation)) return withWire(entry, addition)
  const active: Generation = { ...addition.generation, generation: nextGeneration(entry) }
  const generations = keptGenerations(
    [...(entry?.generations ?? []), active],
    active.generation,
    addition.keep
  )
  return {
    ...active,
    sharedEdits: entry?.sharedEdits ?? [],
    projections: entry?.projections ?? [],
    generations,
    ...(addition.wire.length === 0 ? {} : { wire: addition.wire }),
    ...(entry?.disabled === true ? { disabled: true as const } : {}),
    ...(entry?.pin === undefined ? {} : { pin: pinText(active) }),
    ...vendoredIn(addition.project)
  }
}

/** Plans the change that makes these bytes the active generation of their id. */
export const planInstall = (basis: Basis, addition: Addition): Change =>
  withLeftovers(basis, {
    op: addition.op,
    id: addition.id,
    ledger: withEntry(basis.ledger, addition.id, entryOf(basis.ledger.entries.get(addition.id), addition)),
    consentAdd: addition.record === undefined ? [] : [additionOf(basis, addition.record)],
    ...editsWith(addition.files, addition.project),
    store: [{ contentHash: addition.generation.contentHash, staging: addition.staging }],
    version: addition.generation.version,
    contentHash: addition.generation.contentHash,
    consentDigest: addition.generation.consentDigest,
    source: addition.generation.source
  })
