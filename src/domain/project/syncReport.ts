import * as Schema from "effect/Schema"
import { Failure, failureOf } from "../failure.ts"
import { exitCode } from "../hinted.ts"
import type { Receipt } from "../install/receipt.ts"

/** What became of one capability. `extra`: installed here, not named, and left alone; `restored`: its vendored files were put back. */
export const BroughtStatus = Schema.Literals([
  "installed",
  "unchanged",
  "upgraded",
  "downgraded",
  "restored",
  "removed",
  "extra",
  "failed"
])
export type BroughtStatus = typeof BroughtStatus.Type

/** One row of `sync`, of `install --frozen` and of `import`. */
export const Brought = Schema.Struct({
  id: Schema.String,
  status: BroughtStatus,
  version: Schema.optionalKey(Schema.String),
  previousVersion: Schema.optionalKey(Schema.String),
  contentHash: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(Failure),
  warnings: Schema.Array(Schema.String)
})
export type Brought = typeof Brought.Type

/** JSON of `sync`, of `install --frozen` without a source, and of `import`: ascending by id. */
export const SyncReport = Schema.Struct({
  scope: Schema.Literals(["global", "project"]),
  results: Schema.Array(Brought),
  /** Nothing failed. */
  complete: Schema.Boolean
})
export type SyncReport = typeof SyncReport.Type

/** The row of a capability that could not be brought in. */
export const failed = (id: string, error: Error): Brought => ({
  id,
  status: "failed",
  error: failureOf(error),
  warnings: []
})

const statuses: ReadonlySet<string> = new Set(BroughtStatus.literals)

const isStatus = (status: Receipt["status"]): status is Receipt["status"] & BroughtStatus =>
  statuses.has(status)

/** The row of a receipt. */
export const brought = (receipt: Receipt): Brought => ({
  id: receipt.id,
  status: isStatus(receipt.status) ? receipt.status : "unchanged",
  version: receipt.version,
  ...(receipt.previousVersion === undefined ? {} : { previousVersion: receipt.previousVersion }),
  contentHash: receipt.contentHash,
  warnings: receipt.warnings
})

/** The report of rows. */
export const syncReport = (scope: SyncReport["scope"], results: ReadonlyArray<Brought>): SyncReport => ({
  scope,
  results: results.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
  complete: results.every(({ status }) => status !== "failed")
})

/** Exit code of a report: that of the first failure. */
export const reportCode = ({ results }: SyncReport): number =>
  results.find(({ error }) => error !== undefined)?.error?.exitCode ?? exitCode.ok
