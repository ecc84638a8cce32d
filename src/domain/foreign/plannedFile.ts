import { sha512Hex } from "../hash.ts"
import { sameJson } from "../json/canonical.ts"
import type { FileWiring } from "../settings/FileWiring.ts"
import type { SettingsDocument } from "../settings/document.ts"
import { withoutElsewhere } from "../settings/elsewhere.ts"
import type { Left } from "../settings/unwire.ts"
import type { Outcome } from "../settings/wire.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { absent } from "../transaction/journal.ts"
import type { Target } from "./target.ts"

/** A planned edit of one settings file, and what it does to each entry. */
export interface PlannedWiring {
  readonly file: PlannedFile
  readonly outcomes: ReadonlyArray<Outcome>
  /** Entries that were to go and were not taken out. */
  readonly left: ReadonlyArray<Left>
}

const stateOf = (bytes: Uint8Array | undefined): string => (bytes === undefined ? absent : sha512Hex(bytes))

/** The bytes of a target as a document that may hold comments. */
export const documentOf = (target: Target): SettingsDocument => ({
  file: target.path,
  bytes: target.bytes,
  strict: false
})

/** A record that says the same is the same: what could not be taken out is planned again each time. */
const sameOrNext = (old: FileWiring | undefined, next: FileWiring | undefined): FileWiring | undefined =>
  old !== undefined && next !== undefined && sameJson(old, next) ? old : next

/** The journal row of an edit, with the bytes before and after it. */
export const plannedFile = (
  target: Target,
  old: FileWiring | undefined,
  next: { readonly bytes: Uint8Array | undefined; readonly wiring: FileWiring | undefined }
): PlannedFile => {
  const now = next.wiring === old ? old : sameOrNext(old, withoutElsewhere(next.wiring))
  return {
    row: {
      path: target.path,
      directory: target.directory,
      before: stateOf(target.bytes),
      after: stateOf(next.bytes),
      mode: target.mode,
      uid: target.uid,
      gid: target.gid,
      wiring: {
        ...(old === undefined ? {} : { old }),
        ...(now === undefined ? {} : { now })
      }
    },
    before: target.bytes,
    after: next.bytes
  }
}

/** Tells whether a planned edit changes neither the file nor what is recorded of it. */
export const changesNothing = ({ row }: PlannedFile): boolean =>
  row.before === row.after && row.wiring?.old === row.wiring?.now
