import * as Schema from "effect/Schema"
import type { BundleFile } from "../content/BundleFile.ts"
import { diffFiles, type FileChange } from "../disclosure/consentNeed.ts"
import { changeLines, diffPowers } from "../disclosure/changes.ts"
import { DisclosureLine } from "../disclosure/DisclosureLine.ts"
import { powersOf } from "../disclosure/powers.ts"
import type { JsonValue } from "../json/value.ts"
import { ManifestFault } from "./errors.ts"
import { Edit, Wired } from "./receipt.ts"
import { Failure } from "../failure.ts"

/** One difference to the installed generation. Source: decisions "JSON shapes". */
export const ShownChange = Schema.Struct({
  kind: Schema.Literals(["added", "removed", "changed"]),
  /** `/powers/…` for a power, else a path in the bundle. */
  path: Schema.String,
  /** Escaped lines of a unified diff, or the two sides of a power. */
  diff: Schema.optionalKey(Schema.String)
})
export type ShownChange = typeof ShownChange.Type

/** JSON of `plan`. */
export const Plan = Schema.Struct({
  id: Schema.String,
  version: Schema.String,
  /** Version of the installed generation, when one is installed. */
  previousVersion: Schema.optionalKey(Schema.String),
  scope: Schema.Literals(["global", "project"]),
  source: Schema.String,
  /** What deserves a word about how the source was had, such as a proxy, or a version that was passed over; absent: nothing. */
  notes: Schema.optionalKey(Schema.Array(Schema.String)),
  contentHash: Schema.String,
  consentDigest: Schema.String,
  disclosure: Schema.Array(DisclosureLine),
  /** What is never checked, as sentences. */
  notices: Schema.Array(Schema.String),
  changes: Schema.Array(ShownChange),
  wiring: Schema.Array(Wired),
  /** Edits of settings files that an install would make. */
  edits: Schema.Array(Edit),
  /** Runtimes that are kept in step and that it would go to, ascending; absent: none. */
  runtimes: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Faults of the manifest; none of them an error when the plan can be carried out. */
  problems: Schema.Array(ManifestFault),
  /** Why an install without further flags would be refused though the manifest is in order; absent: it would ask. */
  refused: Schema.optionalKey(Failure)
})
export type Plan = typeof Plan.Type

/** One state of a capability, as far as changes are shown. */
export interface Shown {
  readonly raw: JsonValue
  readonly files: ReadonlyArray<BundleFile>
}

/** Changes of powers between two states, as they are shown. */
export const powerChanges = (before: JsonValue, after: JsonValue): ReadonlyArray<ShownChange> =>
  diffPowers(powersOf(before), powersOf(after)).map((change) => ({
    kind: change.kind,
    path: `/powers${change.path}`,
    diff: changeLines(change).join("\n")
  }))

/** Changes of files between two states, without their diffs. */
export const fileChanges = (before: Shown, after: Shown): ReadonlyArray<FileChange> =>
  diffFiles(before.files, after.files)
