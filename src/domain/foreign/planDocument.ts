import * as Result from "effect/Result"
import type { DocumentEntry } from "../settings/entry.ts"
import { withElsewhere } from "../settings/elsewhere.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import { sameEdit, type FileWiring } from "../settings/FileWiring.ts"
import { unwire, type Left } from "../settings/unwire.ts"
import { wireAll, type Outcome, type Wanted, type WantedByAll } from "../settings/wire.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { documentOf, plannedFile, type PlannedWiring } from "./plannedFile.ts"
import { planUnwiring } from "./planUnwiring.ts"
import type { Target } from "./target.ts"

/** What shall stand in a file for one owner; without entries, nothing any more. */
export interface OwnerWish {
  readonly owner: string
  readonly entries: ReadonlyArray<DocumentEntry>
}

/** What shall stand in a file for several owners. Of others that are recorded, everything stays. */
export interface DocumentWish {
  /** Each owner once; new entries are put in in this order. */
  readonly owners: ReadonlyArray<OwnerWish>
  /** What ledgers of other scopes record of the file. */
  readonly elsewhere?: ReadonlyArray<FileWiring>
  /**
   * What an entry does that cannot stand there, as its name is taken or something else is where it should go: `refuse`,
   * which is meant when left out, fails the plan; `leave` leaves it out, with the state `collides` and the problem.
   */
  readonly collisions?: WantedByAll["collisions"]
}

/** What an edit does for one owner. */
export interface OwnerPlan {
  readonly owner: string
  /** Of each wished entry, in the order of the wish. */
  readonly outcomes: ReadonlyArray<Outcome>
  /** Entries that were to go and were not taken out. */
  readonly left: ReadonlyArray<Left>
}

/** One edit of one file for several owners. */
export interface PlannedDocument extends PlannedWiring {
  /** In the order of the wish. */
  readonly owners: ReadonlyArray<OwnerPlan>
}

const ofOwner =
  (owner: string) =>
  ({ entry }: { readonly entry: { readonly owner: string } }): boolean =>
    entry.owner === owner

const byOwner = ({ owners }: DocumentWish, planned: PlannedWiring): PlannedDocument => ({
  ...planned,
  owners: owners.map(({ owner }) => ({
    owner,
    outcomes: planned.outcomes.filter(ofOwner(owner)),
    left: planned.left.filter(ofOwner(owner))
  }))
})

/** All that an owner has stands where the record says, and what it lacks cannot be put in. */
const isStanding = (known: FileWiring, owner: string, outcomes: ReadonlyArray<Outcome>): boolean => {
  const kept = outcomes.filter(({ state }) => state === "unchanged")
  return (
    outcomes.every(({ state }) => state !== "added") &&
    known.entries
      .filter((entry) => entry.owner === owner)
      .every((entry) => kept.some((outcome) => sameEdit(outcome.entry, entry)))
  )
}

interface Judged {
  readonly outcomes: ReadonlyArray<Outcome>
  /** Owners for whom the file has to be edited. */
  readonly changing: ReadonlyArray<string>
}

/** Puts everything in for a try: whoever gets nothing new and loses nothing is not touched. */
const judge = (target: Target, known: FileWiring | undefined, wish: DocumentWish): Judged => {
  const owners = wish.owners.map(({ owner }) => owner)
  const everybody = { outcomes: [], changing: owners }
  if (known === undefined) return everybody
  const tried = wireAll(documentOf(target), known, { wanted: wish.owners, collisions: "leave" })
  return Result.match(tried, {
    onFailure: () => everybody,
    onSuccess: ({ outcomes }) => ({
      outcomes,
      changing: owners.filter((owner) => {
        const own = outcomes.filter(ofOwner(owner))
        const fails = wish.collisions !== "leave" && own.some(({ state }) => state === "collides")
        return fails || !isStanding(known, owner, own)
      })
    })
  })
}

interface Edit {
  readonly known: FileWiring | undefined
  readonly changing: ReadonlyArray<string>
  readonly wanted: ReadonlyArray<Wanted>
}

const edited = (target: Target, { changing, known, wanted }: Edit, wish: DocumentWish) => {
  const bare =
    known === undefined
      ? { bytes: target.bytes, wiring: undefined, left: [] }
      : unwire(documentOf(target), known, { owners: changing })
  const wishing = new Set(wanted.map(({ owner }) => owner))
  const wired = wireAll({ ...documentOf(target), bytes: bare.bytes }, bare.wiring, {
    wanted,
    collisions: wish.collisions ?? "refuse"
  })
  return Result.map(wired, (next) => ({
    ...next,
    left: bare.left.filter(({ entry, reason }) => reason !== "missing" || !wishing.has(entry.owner))
  }))
}

/**
 * Plans the one edit after which exactly the wished entries of several owners stand in a file, every other byte as it
 * was: the old ones of an owner are cut and the new ones put in; of an owner whose entries stand already nothing is moved,
 * and when that is so of all, nothing is changed (`changesNothing`). A file that cannot be read is left when nothing is
 * wished, and fails the plan otherwise.
 */
export const planDocument = (
  target: Target,
  old: FileWiring | undefined,
  wish: DocumentWish
): Result.Result<PlannedDocument, SettingsProblem> => {
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.map(planDocument({ ...target, bytes }, old, wish), (planned) => planned.file)
  const elsewhere = wish.elsewhere ?? []
  const wanted = wish.owners.filter(({ entries }) => entries.length > 0)
  if (wanted.length === 0) {
    const owners = wish.owners.map(({ owner }) => owner)
    return Result.succeed(byOwner(wish, planUnwiring(target, old, { owners, elsewhere })))
  }
  const known = withElsewhere(old, elsewhere)
  const { changing, outcomes } = judge(target, known, wish)
  if (changing.length === 0) {
    const file = { ...plannedFile(target, old, { bytes: target.bytes, wiring: old }), again }
    return Result.succeed(byOwner(wish, { file, outcomes, left: [] }))
  }
  return Result.map(edited(target, { known, changing, wanted }, wish), (next) =>
    byOwner(wish, {
      file: { ...plannedFile(target, old, next), again },
      outcomes: next.outcomes,
      left: next.left
    })
  )
}

/**
 * Plans on top of an edit of the same transaction: one row from the bytes before both to those after both. `earlier` is
 * of a file that is not ours as a whole.
 */
export const onTop = (
  earlier: PlannedFile,
  wish: DocumentWish
): Result.Result<PlannedDocument, SettingsProblem> => {
  const { row } = earlier
  const target: Target = { ...row, bytes: earlier.after }
  const first = earlier.again
  const again: Pick<PlannedFile, "again"> =
    first === undefined
      ? {}
      : {
          again: (bytes) =>
            Result.flatMap(first(bytes), (one) => Result.map(onTop(one, wish), (planned) => planned.file))
        }
  return Result.map(planDocument(target, row.wiring?.now, wish), (planned) => {
    const { old } = row.wiring ?? {}
    const now = planned.file.row.wiring?.now
    const wiring = { ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { now }) }
    const both = { ...row, after: planned.file.row.after, wiring }
    return { ...planned, file: { row: both, before: earlier.before, after: planned.file.after, ...again } }
  })
}
