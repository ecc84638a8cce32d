import * as Schema from "effect/Schema"
import type { Projection } from "./entry.ts"

/** What a projected file is. `index` belongs to all capabilities of a runtime together. */
export const ProjectedKind = Schema.Literals(["skill", "command", "agent", "hook", "index"])
export type ProjectedKind = typeof ProjectedKind.Type

/** Install profiles, each within the next: what of the capabilities a runtime is given, by their tier. */
export const Profile = Schema.Literals(["core", "standard", "full"])
export type Profile = typeof Profile.Type

/** A projected file that no entry of the ledger records: a first-party capability's, or one of all together. */
export const OwnProjection = Schema.Struct({
  /** Id of the capability; empty for an `index`. */
  capability: Schema.String,
  /** Absolute, every link resolved when it was written. */
  path: Schema.String,
  sha512: Schema.String
})
export type OwnProjection = typeof OwnProjection.Type

/** A runtime that capabilities of a scope are projected to. */
export const RuntimeRecord = Schema.Struct({
  profile: Profile,
  /** Where its configuration was when it was last written. */
  home: Schema.String,
  /** Ascending by path; those of installed capabilities are `projections` of their entries. */
  files: Schema.Array(OwnProjection),
  /** Everything shall go, and something of it could not yet. */
  withdrawn: Schema.optionalKey(Schema.Literal(true)),
  /** Directories that gsd made there, ascending; they go when nothing is left in them. */
  directories: Schema.Array(Schema.String)
})
export type RuntimeRecord = typeof RuntimeRecord.Type

/** One recorded file of a runtime. */
export interface RecordedFile {
  readonly capability: string
  readonly path: string
  readonly sha512: string
}

interface Recorded {
  readonly entries: ReadonlyMap<string, { readonly projections: ReadonlyArray<Projection> }>
  readonly runtimes: ReadonlyMap<string, RuntimeRecord>
}

const ascending = (a: RecordedFile, b: RecordedFile): number => (a.path < b.path ? -1 : 1)

/** Every file that a ledger records for a runtime, ascending by path. */
export const recordedFiles = (
  { entries, runtimes }: Recorded,
  runtime: string
): ReadonlyArray<RecordedFile> =>
  [
    ...(runtimes.get(runtime)?.files ?? []),
    ...[...entries].flatMap(([capability, { projections }]) =>
      projections
        .filter((one) => one.runtime === runtime)
        .map(({ path, sha512 }): RecordedFile => ({ capability, path, sha512 }))
    )
  ].toSorted(ascending)

/** What a ledger shall record of a runtime. */
export interface RuntimeState extends Omit<RuntimeRecord, "files"> {
  readonly files: ReadonlyArray<RecordedFile>
}

/** A ledger that records this of a runtime; nothing any more when undefined. */
export const withRuntime = <A extends Recorded>(
  ledger: A,
  {
    runtime,
    scope,
    state
  }: { readonly runtime: string; readonly scope: string; readonly state: RuntimeState | undefined }
): A => {
  const files = state?.files.toSorted(ascending) ?? []
  const entries = [...ledger.entries].map(([id, entry]) => {
    const others = entry.projections.filter((one) => one.runtime !== runtime)
    const own = files
      .filter((file) => file.capability === id)
      .map(({ path, sha512 }): Projection => ({ runtime, scope, path, sha512 }))
    return [id, { ...entry, projections: [...others, ...own] }] as const
  })
  const runtimes = new Map(ledger.runtimes)
  if (state === undefined) runtimes.delete(runtime)
  else {
    const { directories, home, profile, withdrawn } = state
    runtimes.set(runtime, {
      profile,
      home,
      ...(withdrawn === undefined ? {} : { withdrawn }),
      files: files.filter((file) => !ledger.entries.has(file.capability)),
      directories: directories.toSorted()
    })
  }
  return { ...ledger, entries: new Map(entries), runtimes }
}
