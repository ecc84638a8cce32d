import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { findRecord, type ConsentState } from "../consent/record.ts"
import { pinText } from "../install/planPin.ts"
import type { Target } from "../foreign/target.ts"
import type { Generation, LedgerEntry } from "../ledger/entry.ts"
import type { FileRecord } from "../ledger/fileRecord.ts"
import { emptyLedger, type LedgerState } from "../ledger/state.ts"
import { isWithin } from "../paths.ts"
import { builtInIds } from "../registry/builtIn.ts"
import { imageOf } from "../settings/document.ts"
import { markerOf, type WireEntry } from "../settings/entry.ts"
import { loosened, sharedEditsOf, toWire, type FileWiring, type WiredEntry } from "../settings/FileWiring.ts"
import { scriptHooksIn } from "../settings/hooksIn.ts"
import { inspect } from "../settings/inspect.ts"
import type { History } from "./history.ts"

/** A remembered state whose bundle stands in the store, every byte as its hash says. */
export interface StandingGeneration {
  readonly version: string
  readonly manifestHash: string
  readonly files: ReadonlyArray<string>
  /** What it asks to stand in settings files. */
  readonly entries: ReadonlyArray<WireEntry>
}

/** Everything that a ledger is rebuilt from. Nothing of it comes from a project. */
export interface RebuildFacts {
  readonly scope: string
  readonly history: History
  /** By content hash; what is not in it does not verify. */
  readonly standing: ReadonlyMap<string, StandingGeneration>
  readonly consent: ConsentState
  /** Settings files that could be read. */
  readonly targets: ReadonlyArray<Target>
  /** `H/store`. */
  readonly store: string
}

/** An entry as it would be. Texts are escaped when they are shown, not here. */
export const RebuiltEntry = Schema.Struct({
  id: Schema.String,
  version: Schema.String,
  /** Empty when nobody wrote it down: it has to be installed again to be updated. */
  source: Schema.String,
  contentHash: Schema.String,
  generations: Schema.Int,
  /** A consent record stands for it; without one it is inactive until somebody consents again. */
  consented: Schema.Boolean,
  /** Settings files in which entries of it were found. */
  wired: Schema.Array(Schema.String)
})
export type RebuiltEntry = typeof RebuiltEntry.Type

const generationsOf = (facts: RebuildFacts, id: string): ReadonlyArray<Generation> =>
  (facts.history.capabilities.get(id)?.generations ?? []).flatMap((one, index): ReadonlyArray<Generation> => {
    const standing = facts.standing.get(one.contentHash)
    if (standing === undefined) return []
    const { files, manifestHash, version } = standing
    return [
      {
        generation: index + 1,
        version,
        source: one.source,
        // What was fetched is not known any more; of a folder it is this.
        integrity: one.contentHash,
        contentHash: one.contentHash,
        manifestHash,
        consentDigest: one.consentDigest,
        files,
        installedAt: one.at,
        tx: one.tx
      }
    ]
  })

const entryOf = (facts: RebuildFacts, id: string): LedgerEntry | undefined => {
  const remembered = facts.history.capabilities.get(id)
  const generations = generationsOf(facts, id)
  const active = generations.find(
    (one) =>
      one.contentHash === remembered?.active.contentHash &&
      one.consentDigest === remembered.active.consentDigest
  )
  if (remembered === undefined || active === undefined) return undefined
  return {
    ...active,
    sharedEdits: [],
    projections: [],
    generations,
    ...(remembered.wire.length === 0 ? {} : { wire: remembered.wire }),
    ...(remembered.disabled ? { disabled: true as const } : {}),
    ...(remembered.pinned ? { pin: pinText(active) } : {})
  }
}

/** Hooks into the store that no rebuilt entry asks for: remembered as taken out, so that a fix can take them out. */
const leftHooks = (
  facts: RebuildFacts,
  target: Target,
  ours: ReadonlyArray<WireEntry>
): ReadonlyArray<WiredEntry> => {
  const commands = new Set(ours.map((entry) => markerOf(entry)))
  const hooks = Result.getOrElse(
    scriptHooksIn({ file: target.path, bytes: target.bytes, strict: false }),
    () => []
  )
  return hooks
    .filter(({ command, script }) => isWithin(script, facts.store) && !commands.has(command))
    .map(({ command, element, event }) => ({
      ...loosened(toWire("unknown", { kind: "hook", event, command })),
      element
    }))
}

/** Whether entries of it are meant to stand anywhere: those of what was switched off or revoked came back. */
const isOn = (facts: RebuildFacts, id: string, entry: LedgerEntry | undefined): boolean =>
  entry !== undefined &&
  entry.disabled !== true &&
  findRecord(facts.consent, { scope: facts.scope, id, digest: entry.consentDigest })?.revoked === undefined

/** What of ours stands in a file now, as entries to be found by their markers; nobody knows any more how they were put in. */
const recordOf = (
  facts: RebuildFacts,
  target: Target,
  entries: ReadonlyMap<string, LedgerEntry>
): FileRecord | undefined => {
  const wanted = [...entries].flatMap(([id, entry]) => {
    const asked = facts.standing.get(entry.contentHash)?.entries ?? []
    return asked.map((one) => ({ id, one, known: loosened(toWire(id, one)) }))
  })
  const image = imageOf(target.bytes)
  const wiring: FileWiring = {
    absent: false,
    before: image,
    after: image,
    entries: wanted.map(({ known }) => known),
    containers: []
  }
  const document = { file: target.path, bytes: target.bytes, strict: false }
  const found = Result.getOrElse(inspect(document, wiring, []), () => [])
  const present = found
    .filter(({ state }) => state === "present")
    .map(({ entry, pointer }) => ({ ...entry, pointer }))
  const left = leftHooks(
    facts,
    target,
    wanted.map(({ one }) => one)
  )
  const staying = present.filter(({ owner }) => isOn(facts, owner, entries.get(owner)))
  const removed = [...present.filter((entry) => !staying.includes(entry)), ...left]
  if (staying.length + removed.length === 0) return undefined
  return { ...(staying.length === 0 ? {} : { wiring: { ...wiring, entries: staying } }), removed }
}

/** The ledger of a scope as far as it can be told without it; `rev` is that of the last commit known. */
export const rebuiltLedger = (facts: RebuildFacts): LedgerState => {
  const bare = new Map(
    [...facts.history.capabilities.keys()].flatMap((id) => {
      const entry = entryOf(facts, id)
      return entry === undefined ? [] : [[id, entry] as const]
    })
  )
  const files = new Map(
    facts.targets.flatMap((target) => {
      const record = recordOf(facts, target, bare)
      return record === undefined ? [] : [[target.path, record] as const]
    })
  )
  const entries = new Map(
    [...bare].map(([id, entry]) => {
      const sharedEdits = [...files].flatMap(([file, { wiring }]) =>
        wiring === undefined ? [] : sharedEditsOf(file, wiring, id)
      )
      return [id, { ...entry, sharedEdits }] as const
    })
  )
  const switches = new Map(
    [...facts.history.switchedOff]
      .filter((id) => builtInIds.has(id))
      .map((id) => [id, { disabled: true as const }] as const)
  )
  return { ...emptyLedger, rev: facts.history.commits, entries, files, switches }
}

/** The entries of a rebuilt ledger as they are shown, ascending by id. */
export const rebuiltEntries = (facts: RebuildFacts, ledger: LedgerState): ReadonlyArray<RebuiltEntry> =>
  [...ledger.entries]
    .map(([id, entry]): RebuiltEntry => {
      const record = findRecord(facts.consent, { scope: facts.scope, id, digest: entry.consentDigest })
      return {
        id,
        version: entry.version,
        source: entry.source,
        contentHash: entry.contentHash,
        generations: entry.generations.length,
        consented:
          record !== undefined && record.revoked === undefined && record.contentHash === entry.contentHash,
        wired: [...new Set(entry.sharedEdits.map((edit) => edit.file))]
      }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Capabilities that were installed and cannot be brought back, ascending. */
export const lostIds = (facts: RebuildFacts, ledger: LedgerState): ReadonlyArray<string> =>
  [...facts.history.capabilities.keys()].filter((id) => !ledger.entries.has(id)).toSorted()
