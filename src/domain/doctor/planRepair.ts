import * as Result from "effect/Result"
import type { WiringWish } from "../foreign/planWiring.ts"
import { documentOf, plannedFile, type PlannedWiring } from "../foreign/plannedFile.ts"
import type { Target } from "../foreign/target.ts"
import { absent } from "../transaction/journal.ts"
import { sha512Hex } from "../hash.ts"
import type { FileRecord } from "../ledger/fileRecord.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import { entryOf } from "../settings/entryOf.ts"
import { withElsewhere } from "../settings/elsewhere.ts"
import { loosened, noWiring, type FileWiring, type WiredEntry } from "../settings/FileWiring.ts"
import { unwire, type Left, type Unwired } from "../settings/unwire.ts"
import { wire, type Outcome } from "../settings/wire.ts"
import type { PlannedFile } from "../transaction/change.ts"

/** What shall be put back into a file, and what shall go out of it. */
export interface RepairGoal {
  /** Recorded and missing. */
  readonly add: ReadonlyArray<WiredEntry>
  /** Taken out once, and back. */
  readonly cut: ReadonlyArray<WiredEntry>
  /** Owners whose recorded entries go. */
  readonly out: ReadonlyArray<string>
}

/** No id of a capability: entries that came back belong to nobody. */
const nobody = ""

interface Planned {
  readonly bytes: Uint8Array | undefined
  readonly wiring: FileWiring | undefined
  readonly outcomes: ReadonlyArray<Outcome>
}

interface Bare {
  readonly bytes: Uint8Array | undefined
  readonly wiring: FileWiring | undefined
  readonly left: ReadonlyArray<Left>
}

const bareOf = ({ problem, ...bare }: Unwired): Result.Result<Bare, SettingsProblem> =>
  problem === undefined ? Result.succeed(bare) : Result.fail(problem)

const takenOut = (
  target: Target,
  start: Bare,
  out: RepairGoal["out"]
): Result.Result<Bare, SettingsProblem> =>
  out.reduce<Result.Result<Bare, SettingsProblem>>(
    (last, owner) =>
      Result.flatMap(last, ({ bytes, left, wiring }) =>
        Result.map(
          bareOf(unwire({ ...documentOf(target), bytes }, wiring ?? noWiring, { owner })),
          (bare): Bare => ({ ...bare, left: [...left, ...bare.left] })
        )
      ),
    Result.succeed(start)
  )

const cutFrom = (
  target: Target,
  start: Bare,
  cut: RepairGoal["cut"]
): Result.Result<Bare, SettingsProblem> => {
  if (cut.length === 0) return Result.succeed(start)
  const going = cut.map((entry) => ({ ...loosened(entry), owner: nobody }))
  const known = start.wiring ?? noWiring
  const all = { ...known, entries: [...known.entries, ...going] }
  return Result.map(
    bareOf(unwire({ ...documentOf(target), bytes: start.bytes }, all, { owner: nobody })),
    (bare): Bare => ({ ...bare, left: [...start.left, ...bare.left] })
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
    const wired = wire({ ...documentOf(target), bytes: planned.bytes }, planned.wiring, { owner, entries })
    if (Result.isFailure(wired)) return Result.fail(wired.failure)
    planned = { ...wired.success, outcomes: [...planned.outcomes, ...wired.success.outcomes] }
  }
  return Result.succeed(planned)
}

/**
 * Plans the edit after which the recorded entries stand in a file, and those that came back or whose owner goes do not,
 * every other byte as it was. A file that cannot be read fails the plan.
 */
export const planRepair = (
  target: Target,
  record: FileRecord,
  goal: RepairGoal & Pick<WiringWish, "elsewhere">
): Result.Result<PlannedWiring, SettingsProblem> => {
  const old = record.wiring
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.map(planRepair({ ...target, bytes }, record, goal), (planned) => planned.file)
  const without = takenOut(
    target,
    { bytes: target.bytes, wiring: withElsewhere(old, goal.elsewhere ?? []), left: [] },
    goal.out
  )
  return Result.flatMap(
    Result.flatMap(without, (start) => cutFrom(target, start, goal.cut)),
    ({ left, ...bare }) =>
      Result.map(addTo(target, { ...bare, outcomes: [] }, goal.add), (planned): PlannedWiring => ({
        file: { ...plannedFile(target, old, planned), again },
        outcomes: planned.outcomes,
        left
      }))
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
