import * as Schema from "effect/Schema"
import type { Generation, LedgerEntry } from "../ledger/entry.ts"
import type { LedgerScope } from "../paths.ts"

/** What a command that changes the state did. Source: issue "JSON shapes". */
export const ReceiptStatus = Schema.Literals([
  "installed",
  "unchanged",
  "upgraded",
  "downgraded",
  "rolled-back",
  "removed",
  "enabled",
  "disabled",
  "pinned",
  "unpinned",
  "planned"
])
export type ReceiptStatus = typeof ReceiptStatus.Type

/** One wired entry in another program's file. */
export const Wired = Schema.Struct({
  file: Schema.String,
  pointer: Schema.String,
  kind: Schema.Literals(["hook", "mcp", "item", "member", "block"]),
  state: Schema.Literals(["planned", "present", "missing", "resurrected", "collides"])
})
export type Wired = typeof Wired.Type

/** A planned edit of another program's file. */
export const Edit = Schema.Struct({
  file: Schema.String,
  /** Escaped lines of a unified diff without context, in which values of others are masked. */
  diff: Schema.String
})
export type Edit = typeof Edit.Type

/** A capability that went because it required the one that was removed. */
export const Dependant = Schema.Struct({ id: Schema.String, version: Schema.String })
export type Dependant = typeof Dependant.Type

/** A runtime that it is projected to, and how many files it has there; of a removal those that went. */
export const Projected = Schema.Struct({ runtime: Schema.String, files: Schema.Int })
export type Projected = typeof Projected.Type

/** JSON of install, update, rollback, remove, enable, disable, pin and unpin. */
export const Receipt = Schema.Struct({
  status: ReceiptStatus,
  id: Schema.String,
  version: Schema.String,
  previousVersion: Schema.optionalKey(Schema.String),
  scope: Schema.Literals(["global", "project"]),
  contentHash: Schema.String,
  generation: Schema.Int,
  wired: Schema.Array(Wired),
  /** Edits of settings files that would be made; of a dry run only. */
  edits: Schema.optionalKey(Schema.Array(Edit)),
  /** Ascending by runtime; of an install empty when the scope has no runtime applied, absent when no host is given anything of it. */
  projected: Schema.optionalKey(Schema.Array(Projected)),
  /** What goes with it, ascending by id; of a removal with `--cascade` only. */
  dependants: Schema.optionalKey(Schema.Array(Dependant)),
  /** What went wrong after the commit, or deserves a look; empty when all is well. */
  warnings: Schema.Array(Schema.String)
})
export type Receipt = typeof Receipt.Type

/** What a command did to an installed capability. */
export interface Done extends Pick<Receipt, "status"> {
  /** The generation that is active now; the one that was when left out. */
  readonly at?: Pick<Generation, "version" | "contentHash" | "generation">
  readonly wired?: Receipt["wired"]
  readonly warnings?: Receipt["warnings"]
  readonly told?: Pick<Receipt, "projected">
}

/** The receipt of a command on a capability that was installed before it. */
export const receiptOf = (
  { id, scope }: { readonly id: string; readonly scope: LedgerScope },
  entry: LedgerEntry,
  { at = entry, status, told = {}, warnings = [], wired = [] }: Done
): Receipt => ({
  status,
  id,
  version: at.version,
  previousVersion: entry.version,
  scope: scope.kind,
  contentHash: at.contentHash,
  generation: at.generation,
  wired,
  ...told,
  warnings
})
