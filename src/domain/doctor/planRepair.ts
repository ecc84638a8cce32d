import * as Result from "effect/Result"
import { plannedFile, type PlannedWiring } from "../foreign/planWiring.ts"
import type { Target } from "../foreign/target.ts"
import { absent } from "../transaction/journal.ts"
import { sha512Hex } from "../hash.ts"
import { member } from "../json/value.ts"
import type { FileRecord } from "../ledger/fileRecord.ts"
import type { WireEntry } from "../settings/entry.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import { loosened, noWiring, type FileWiring, type WiredEntry } from "../settings/FileWiring.ts"
import { elementValue } from "../settings/spots.ts"
import { unwire, type Left } from "../settings/unwire.ts"
import { wire, type Outcome } from "../settings/wire.ts"
import type { PlannedFile } from "../transaction/change.ts"

/** What shall be put back into a file, and what shall go out of it. */
export interface RepairGoal {
  /** Recorded and missing. */
  readonly add: ReadonlyArray<WiredEntry>
  /** Taken out once, and back. */
  readonly cut: ReadonlyArray<WiredEntry>
}

/** No id of a capability: entries that came back belong to nobody. */
const nobody = ""

const entryOf = (entry: WiredEntry): WireEntry => {
  const value = elementValue(entry)
  if (entry.kind === "server") return { kind: "server", name: entry.place, config: value }
  const matcher = member(value, "matcher")
  return {
    kind: "hook",
    event: entry.place,
    command: entry.marker,
    ...(typeof matcher === "string" ? { matcher } : {})
  }
}

interface Planned {
  readonly bytes: Uint8Array | undefined
  readonly wiring: FileWiring | undefined
  readonly outcomes: ReadonlyArray<Outcome>
}

const documentOf = (target: Target, bytes: Uint8Array | undefined) => ({
  file: target.path,
  bytes,
  strict: false
})

const cutFrom = (target: Target, old: FileWiring | undefined, cut: RepairGoal["cut"]) => {
  const going = cut.map((entry) => ({ ...loosened(entry), owner: nobody }))
  const known = old ?? noWiring
  return unwire(
    documentOf(target, target.bytes),
    { ...known, entries: [...known.entries, ...going] },
    { owner: nobody }
  )
}

const addTo = (
  target: Target,
  start: Planned,
  add: RepairGoal["add"]
): Result.Result<Planned, SettingsProblem> => {
  let planned = start
  for (const owner of new Set(add.map((entry) => entry.owner))) {
    const entries = add.filter((entry) => entry.owner === owner).map(entryOf)
    const wired = wire(documentOf(target, planned.bytes), planned.wiring, { owner, entries })
    if (Result.isFailure(wired)) return Result.fail(wired.failure)
    planned = { ...wired.success, outcomes: [...planned.outcomes, ...wired.success.outcomes] }
  }
  return Result.succeed(planned)
}

/**
 * Plans the edit after which the recorded entries stand in a file and those that came back do not, every other byte as
 * it was. A file that cannot be read fails the plan.
 */
export const planRepair = (
  target: Target,
  record: FileRecord,
  goal: RepairGoal
): Result.Result<PlannedWiring, SettingsProblem> => {
  const old = record.wiring
  const nothing: ReadonlyArray<Left> = []
  const bare =
    goal.cut.length === 0
      ? { bytes: target.bytes, wiring: old, left: nothing }
      : cutFrom(target, old, goal.cut)
  if ("problem" in bare && bare.problem !== undefined) return Result.fail(bare.problem)
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.map(planRepair({ ...target, bytes }, record, goal), (planned) => planned.file)
  return Result.map(
    addTo(target, { bytes: bare.bytes, wiring: bare.wiring, outcomes: [] }, goal.add),
    (planned): PlannedWiring => ({
      file: { ...plannedFile(target, old, planned), again },
      outcomes: planned.outcomes,
      left: bare.left
    })
  )
}

/** Plans that a temporary of ours goes; bytes that are not those any more are somebody's, and fail the commit. */
export const planDeletion = (target: Target): PlannedFile => ({
  row: {
    path: target.path,
    directory: target.directory,
    before: target.bytes === undefined ? absent : sha512Hex(target.bytes),
    after: absent,
    mode: target.mode,
    uid: target.uid,
    gid: target.gid
  },
  before: target.bytes,
  after: undefined
})
