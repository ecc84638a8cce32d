import * as Schema from "effect/Schema"
import { Edit, Projected, Wired, type Receipt } from "../install/receipt.ts"
import { exitCode } from "../hinted.ts"
import { Failure, failureOf } from "../failure.ts"
import { AdoptionRefused } from "./errors.ts"
import type { Recorded, Unfit } from "./recorded.ts"

/** Something of the public system that is not taken away, and why. */
export const Kept = Schema.Struct({ path: Schema.String, reason: Schema.String })
export type Kept = typeof Kept.Type

/** What became of one capability. `recorded`: it could be adopted and nobody asked; `unfit`: it could not. */
export const AdoptStatus = Schema.Literals(["adopted", "planned", "recorded", "unfit", "failed"])
export type AdoptStatus = typeof AdoptStatus.Type

/** One row of `adopt`. */
export const AdoptRow = Schema.Struct({
  id: Schema.String,
  status: AdoptStatus,
  version: Schema.optionalKey(Schema.String),
  /** As gsd's ledger names it; of one that is only recorded, as the public system's does. */
  source: Schema.optionalKey(Schema.String),
  contentHash: Schema.optionalKey(Schema.String),
  wired: Schema.Array(Wired),
  /** Edits of settings files that would be made; of a dry run only. */
  edits: Schema.optionalKey(Schema.Array(Edit)),
  projected: Schema.optionalKey(Schema.Array(Projected)),
  /** Folders of the public system that went, or would go. */
  gone: Schema.Array(Schema.String),
  kept: Schema.Array(Kept),
  error: Schema.optionalKey(Failure),
  warnings: Schema.Array(Schema.String)
})
export type AdoptRow = typeof AdoptRow.Type

/** JSON of `adopt`: rows ascending by id; empty where the public system recorded nothing. */
export const AdoptReport = Schema.Struct({
  scope: Schema.Literals(["global", "project"]),
  /** The public system's ledger of the scope. */
  ledger: Schema.String,
  results: Schema.Array(AdoptRow),
  /** Nothing failed. */
  complete: Schema.Boolean
})
export type AdoptReport = typeof AdoptReport.Type

const nothing = { wired: [], gone: [], kept: [], warnings: [] }

/** The row of a capability that is not adopted. */
export const notAdopted = (id: string, error: Error): AdoptRow => ({
  id,
  status: "failed",
  error: failureOf(error),
  ...nothing
})

/** Why an entry cannot be adopted. */
export const refusalOf = ({ id, problem }: Unfit): AdoptionRefused =>
  new AdoptionRefused({
    id,
    reason: problem,
    hint: "Install it from its source with `gsd capability install`, or remove it with the public system"
  })

/** The row of an entry that nobody asked to adopt. */
export const recordedRow = (one: Recorded | Unfit): AdoptRow =>
  one._tag === "Unfit"
    ? { ...notAdopted(one.id, refusalOf(one)), status: "unfit" }
    : { id: one.id, status: "recorded", version: one.version, source: one.source, ...nothing }

/** What is told of an adoption beside its receipt. */
export interface Adoption {
  readonly source: string
  readonly gone: ReadonlyArray<string>
  readonly kept: ReadonlyArray<Kept>
  /** Notes that went before the question, which the row says in its own way. */
  readonly said: ReadonlyArray<string>
}

/** The row of an adoption that was carried out, or would be. */
export const adoptedRow = (receipt: Receipt, { gone, kept, said, source }: Adoption): AdoptRow => ({
  id: receipt.id,
  status: receipt.status === "planned" ? "planned" : "adopted",
  version: receipt.version,
  source,
  contentHash: receipt.contentHash,
  wired: receipt.wired,
  ...(receipt.edits === undefined ? {} : { edits: receipt.edits }),
  ...(receipt.projected === undefined ? {} : { projected: receipt.projected }),
  gone,
  kept,
  warnings: receipt.warnings.filter((one) => !said.includes(one))
})

/** The report of rows. */
export const adoptReport = (
  { ledger, scope }: Pick<AdoptReport, "scope" | "ledger">,
  rows: ReadonlyArray<AdoptRow>
): AdoptReport => ({
  scope,
  ledger,
  results: rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
  complete: rows.every(({ status }) => status !== "failed")
})

/** Exit code of a report: that of the first failure. */
export const adoptCode = ({ results }: AdoptReport): number =>
  results.find(({ status }) => status === "failed")?.error?.exitCode ?? exitCode.ok
