import * as Result from "effect/Result"
import type { VendoredFile } from "../ledger/entry.ts"
import type { PlannedFile } from "../transaction/change.ts"
import type { ProjectPlan } from "./edits.ts"
import type { LockfileUnreadable, ProjectPathRefused } from "./errors.ts"
import type { Looked } from "./looked.ts"
import { planProject } from "./planProject.ts"

/** One capability of which a project shall hold nothing any more. */
export interface Going {
  readonly id: string
  readonly recorded: ReadonlyArray<VendoredFile>
  readonly agreed: ReadonlyArray<VendoredFile>
}

type LookedAt = ReadonlyMap<string, Looked>

const afterwards = (looked: LookedAt, rows: ReadonlyArray<PlannedFile>): LookedAt => {
  const next = new Map(looked)
  for (const { after, row } of rows) {
    const stood = next.get(row.path)
    if (stood?._tag === "Plain")
      next.set(row.path, { ...stood, target: { ...stood.target, bytes: after }, state: row.after })
  }
  return next
}

/** The first state before and the last after, of each path. */
const joined = (rows: ReadonlyArray<PlannedFile>): ReadonlyArray<PlannedFile> => {
  const byPath = new Map<string, PlannedFile>()
  for (const one of rows) {
    const earlier = byPath.get(one.row.path)
    const whole =
      earlier === undefined
        ? one
        : { ...earlier, after: one.after, row: { ...earlier.row, after: one.row.after } }
    byPath.set(one.row.path, whole)
  }
  return [...byPath.values()].toSorted((a, b) => (a.row.path < b.row.path ? -1 : 1))
}

/** Plans that a project holds nothing any more of several capabilities, in one edit of each file. */
export const planGone = (
  root: string,
  looked: LookedAt,
  going: ReadonlyArray<Going>
): Result.Result<ProjectPlan, ProjectPathRefused | LockfileUnreadable> => {
  const plans: Array<ProjectPlan> = []
  let now = looked
  for (const one of going) {
    const planned = planProject({ root, ...one, looked: now, wish: undefined })
    if (Result.isFailure(planned)) return Result.fail(planned.failure)
    plans.push(planned.success)
    now = afterwards(now, planned.success.files)
  }
  const dirsRemoved = [...new Set(plans.flatMap((plan) => plan.dirsRemoved ?? []))].toSorted()
  return Result.succeed({
    files: joined(plans.flatMap((plan) => plan.files)),
    dirsCreated: [],
    ...(dirsRemoved.length === 0 ? {} : { dirsRemoved }),
    vendored: [],
    warnings: [...new Set(plans.flatMap((plan) => plan.warnings))]
  })
}
