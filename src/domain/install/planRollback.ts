import * as Result from "effect/Result"
import type { ConsentRecord } from "../consent/record.ts"
import { GenerationNotKept } from "../ledger/errors.ts"
import type { Generation, LedgerEntry } from "../ledger/entry.ts"
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

/** The generation to go back to: the one asked for, else the highest kept one below the active. */
export const rollbackTarget = (
  id: string,
  entry: LedgerEntry,
  asked: number | undefined
): Result.Result<Generation, GenerationNotKept> => {
  const kept = entry.generations.map((one) => one.generation)
  const wanted = asked ?? Math.max(0, ...kept.filter((one) => one < entry.generation))
  const target = entry.generations.find((one) => one.generation === wanted)
  return target === undefined
    ? Result.fail(
        new GenerationNotKept({
          id,
          ...(asked === undefined ? {} : { asked }),
          active: entry.generation,
          kept
        })
      )
    : Result.succeed(target)
}

/** The entry with `target` active, under the digest of its new consent when there is one. */
const entryAt = (entry: LedgerEntry, target: Generation): LedgerEntry => ({
  ...entry,
  ...target,
  ...(entry.pin === undefined ? {} : { pin: pinText(target) }),
  generations: entry.generations.map((one) => (one.generation === target.generation ? target : one))
})

/** Plans the change that makes a kept generation the active one; every kept one stays kept. */
export const planRollback = (
  basis: Basis,
  id: string,
  to: {
    readonly entry: LedgerEntry
    readonly target: Generation
    readonly record: ConsentRecord | undefined
    readonly files: ReadonlyArray<PlannedFile>
    /** What its project holds of it, in project scope. */
    readonly project?: ProjectPlan
  }
): Change => {
  const target = { ...to.target, consentDigest: to.record?.digest ?? to.target.consentDigest }
  return withLeftovers(basis, {
    op: "rollback",
    id,
    ledger: withEntry(basis.ledger, id, { ...entryAt(to.entry, target), ...vendoredIn(to.project) }),
    consentAdd: to.record === undefined ? [] : [additionOf(basis, to.record)],
    ...editsWith(to.files, to.project),
    store: [],
    version: target.version,
    contentHash: target.contentHash,
    consentDigest: target.consentDigest,
    source: target.source
  })
}
