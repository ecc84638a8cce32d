import type { ModelDisk } from "./disk.ts"
import { at, contentOf, foreignFiles, ourTx, readLedger, type ForeignFile, type State } from "./world.ts"

/** One foreign file of a transaction; its bytes before are beside the journal. */
export interface Row extends ForeignFile {
  readonly before: string | null
  readonly after: string | null
}

/** Everything that recovery may know. */
export interface Journal {
  readonly tx: string
  readonly rev: number
  readonly to: Pick<State, "active" | "kept">
  readonly rows: ReadonlyArray<Row>
  readonly created: ReadonlyArray<string>
  readonly consentAdd: ReadonlyArray<{ readonly generation: string; readonly replaced: "revoked" | null }>
  readonly consentDrop: ReadonlyArray<string>
  readonly store: ReadonlyArray<string>
  readonly retire: ReadonlyArray<string>
}

const without = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): ReadonlyArray<string> =>
  left.filter((one) => !right.includes(one))

/** Plans the way from one state to another on a disk. */
export const plan = (disk: ModelDisk, from: State, to: State, tx: string = ourTx): Journal => ({
  tx,
  rev: readLedger(disk.read(at.ledger, "file"))?.rev ?? 0,
  to: { active: to.active, kept: to.kept },
  rows: foreignFiles.map((file) => ({
    ...file,
    before: contentOf(file, from.active) ?? null,
    after: contentOf(file, to.active) ?? null
  })),
  created: ["b"].filter((name) => !disk.isDirectory(`${at.skills}/${name}`)),
  consentAdd: Object.keys(to.consent)
    .filter((one) => from.consent[one] !== "standing")
    .map((generation) => ({
      generation,
      replaced: from.consent[generation] === "revoked" ? "revoked" : null
    })),
  consentDrop: without(from.kept, to.kept),
  store: without(to.kept, from.kept),
  retire: without(from.kept, to.kept)
})

/** The temporary beside a foreign file. */
export const temporaryOf = (row: ForeignFile): string => `.${row.name}.gsd`

/** Whether a name in a foreign directory is a temporary of ours. */
export const isTemporary = (name: string): boolean => name.endsWith(".gsd")
