import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { exitCode } from "../hinted.ts"
import type { LedgerEntry } from "../ledger/entry.ts"
import { exactOf, exactText } from "../source/exact.ts"
import { parseSource } from "../source/grammar.ts"
import type { ReceiptStatus } from "./receipt.ts"

/** What became of one capability when all were updated. */
export const UpdateStatus = Schema.Literals([
  "upgraded",
  "downgraded",
  "unchanged",
  "pinned",
  "manual",
  "consent-required",
  "failed"
])
export type UpdateStatus = typeof UpdateStatus.Type

/** One result of `update --all` or `--auto`; of a dry run, what would become of it. */
export const UpdateResult = Schema.Struct({
  id: Schema.String,
  status: UpdateStatus,
  fromVersion: Schema.optionalKey(Schema.String),
  /** Version that the source gave; absent when it was not asked, or gave none. */
  toVersion: Schema.optionalKey(Schema.String),
  /** Why it was left as it is, or what deserves a look. */
  reason: Schema.optionalKey(Schema.String),
  /** Digest that `--consent` takes, of one that needs consent. */
  consentDigest: Schema.optionalKey(Schema.String)
})
export type UpdateResult = typeof UpdateResult.Type

/** JSON of `update --all` and `update --auto`. */
export const UpdateReport = Schema.Struct({
  scope: Schema.Literals(["global", "project"]),
  /** Only of `--auto`: whether the policy switches it on. Off: nothing was asked or fetched. */
  auto: Schema.optionalKey(Schema.Literals(["on", "off"])),
  /** Nothing was changed, because only a look was asked for. */
  dryRun: Schema.optionalKey(Schema.Literal(true)),
  /** Ascending by id. */
  results: Schema.Array(UpdateResult)
})
export type UpdateReport = typeof UpdateReport.Type

/** Why a capability is left out when all are updated; undefined for one whose source is asked. */
export const leftOut = (entry: LedgerEntry): Pick<UpdateResult, "status" | "reason"> | undefined => {
  if (entry.pin !== undefined) return { status: "pinned", reason: `pinned at ${entry.pin}` }
  const source = Result.getOrUndefined(parseSource(entry.source))
  if (source === undefined) return undefined
  if (source.kind === "https")
    return { status: "manual", reason: "an address says nothing of versions; update it by its id" }
  const exact = exactOf(source, entry.ref)
  return exact === undefined
    ? undefined
    : { status: "pinned", reason: `its source names ${exactText(exact)}` }
}

/** The status of one that was updated, by what its own receipt says. */
export const statusOf = (receipt: ReceiptStatus): UpdateStatus =>
  receipt === "upgraded" || receipt === "downgraded" ? receipt : "unchanged"

/**
 * Exit code of a report: 1 when one failed, whatever the others did; else 3 when one needs consent, except for `--auto`,
 * which leaves those on purpose; else 0.
 */
export const exitOf = ({ auto, results }: UpdateReport): number => {
  if (results.some(({ status }) => status === "failed")) return exitCode.failed
  const isAsked = auto === undefined && results.some(({ status }) => status === "consent-required")
  return isAsked ? exitCode.consent : exitCode.ok
}
