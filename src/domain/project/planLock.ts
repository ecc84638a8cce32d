import * as Result from "effect/Result"
import { sameJson } from "../json/canonical.ts"
import type { ProjectPlan } from "./edits.ts"
import { differences, type InstalledFact } from "./drift.ts"
import { LockfileUnreadable, type ProjectPathRefused } from "./errors.ts"
import {
  decodeLockfile,
  encodeLockfile,
  isEmptyLockfile,
  lockEntryOf,
  lockProblem,
  withLocked,
  type Lockfile
} from "./lockfile.ts"
import type { Looked } from "./looked.ts"
import { projectPlaces } from "./places.ts"
import { directoriesOf, planGit, refusal, textRow } from "./planProject.ts"

/** What a lockfile is written from. */
export interface LockFacts {
  readonly root: string
  readonly looked: ReadonlyMap<string, Looked>
  readonly installed: ReadonlyArray<InstalledFact>
  /** Takes out what is not installed here; otherwise it stays, as others may have added it. */
  readonly prune: boolean
}

/** An entry that says the same stays as it is: its digest may be another machine's. */
const entryOf = (fact: InstalledFact, lockfile: Lockfile) => {
  const before = lockfile.capabilities.get(fact.id)
  const isKept =
    before !== undefined && lockProblem(before) === undefined && differences(fact, before).length === 0
  return isKept ? before : lockEntryOf(fact.generation, before, fact.vendored)
}

/** The lockfile that says what is installed. */
export const lockfileOf = (
  before: Lockfile,
  { installed, prune }: Pick<LockFacts, "installed" | "prune">
) => {
  const named = installed.reduce(
    (lockfile, fact) => withLocked(lockfile, fact.id, entryOf(fact, before)),
    before
  )
  const here = new Set(installed.map(({ id }) => id))
  const capabilities = new Map([...named.capabilities].filter(([id]) => !prune || here.has(id)))
  return { ...named, capabilities }
}

const isSame = (left: Lockfile, right: Lockfile): boolean =>
  sameJson(Object.fromEntries(left.capabilities), Object.fromEntries(right.capabilities))

/** A planned lockfile: the edits, none when it says all of it already, and what it names then. */
export interface PlannedLockfile {
  readonly plan: ProjectPlan
  readonly after: Lockfile
}

/** Plans the lockfile of a project as its ledger has it. */
export const planLockfile = (
  facts: LockFacts
): Result.Result<PlannedLockfile, ProjectPathRefused | LockfileUnreadable> => {
  const path = projectPlaces(facts.root).lockfile
  const looked = facts.looked.get(path)
  const none: ProjectPlan = { files: [], dirsCreated: [], vendored: undefined, warnings: [] }
  if (looked?._tag === "Blocked") return Result.fail(refusal(looked))
  const decoded = decodeLockfile(looked?.target.bytes)
  if (Result.isFailure(decoded))
    return Result.fail(new LockfileUnreadable({ path, problem: decoded.failure }))
  const before = decoded.success
  const after = lockfileOf(before, facts)
  if (
    looked === undefined ||
    isSame(before, after) ||
    (isEmptyLockfile(after) && looked.target.bytes === undefined)
  )
    return Result.succeed({ plan: none, after })
  const rows = [textRow(looked, encodeLockfile(after)), ...planGit(facts, "write").rows].toSorted((a, b) =>
    a.row.path < b.row.path ? -1 : 1
  )
  return Result.succeed({ plan: { ...none, files: rows, ...directoriesOf(facts, rows) }, after })
}
