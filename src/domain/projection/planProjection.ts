import { sha512Hex } from "../hash.ts"
import type { ProjectionFacts } from "./projectionFacts.ts"
import type { RecordedFile } from "../ledger/runtimes.ts"
import type { Looked } from "../project/looked.ts"
import type { FileEdits, PlannedFile } from "../transaction/change.ts"
import { absent } from "../transaction/journal.ts"
import { planDirectories } from "./planDirectories.ts"
import { judgeUnwished, judgeWished, type Hashed, type Judged } from "./judge.ts"
import type { PlaceRow } from "./report.ts"

/** What an apply does about files that are ours as a whole, and what is recorded then. */
export interface ProjectionPlan extends FileEdits {
  /** Ascending by path; what stands already has no row. */
  readonly files: ReadonlyArray<PlannedFile>
  readonly dirsRemoved: ReadonlyArray<string>
  /** Ascending by path. */
  readonly recorded: ReadonlyArray<RecordedFile>
  /** Ascending. */
  readonly directories: ReadonlyArray<string>
  /** Ascending by path, one for each file in question. */
  readonly rows: ReadonlyArray<PlaceRow>
  readonly warnings: ReadonlyArray<string>
}

const fileModes = { plain: 0o644, executable: 0o755 } as const

type Plain = Extract<Looked, { readonly _tag: "Plain" }>

/** A file keeps its permissions, but for one that becomes executable, or is it no more. */
const modeOf = ({ target }: Plain, executable: boolean): number => {
  const isNew = target.bytes === undefined
  const isSame = ((target.mode & 0o100) !== 0) === executable
  return isNew || !isSame ? fileModes[executable ? "executable" : "plain"] : target.mode
}

const plannedOf = (looked: Plain, wished: Hashed | undefined): PlannedFile => {
  const { target } = looked
  const mode = wished === undefined ? target.mode : modeOf(looked, wished.file.executable)
  return {
    row: {
      path: target.path,
      directory: target.directory,
      before: looked.state,
      after: wished === undefined ? absent : wished.sha512,
      mode,
      ...(target.bytes === undefined || mode === target.mode ? {} : { modeBefore: target.mode }),
      uid: target.uid,
      gid: target.gid
    },
    before: target.bytes,
    after: wished?.file.bytes
  }
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : 1

const judgeAll = (facts: ProjectionFacts): ReadonlyArray<Judged> => {
  const recorded = new Map(facts.recorded.map((file) => [file.path, file]))
  const wished = new Set(facts.wish?.files.map(({ path }) => path))
  const known = (path: string) => ({
    looked: facts.looked.get(path),
    recorded: recorded.get(path),
    claim: facts.claims?.get(path)
  })
  return [
    ...(facts.wish?.files ?? []).map((file) =>
      judgeWished({ file, sha512: facts.digests?.get(file.bytes) ?? sha512Hex(file.bytes) }, known(file.path))
    ),
    ...[...recorded.values()]
      .filter(({ path }) => !wished.has(path))
      .flatMap((file) => judgeUnwished(file, known(file.path), facts.places))
  ]
}

const filesOf = (facts: ProjectionFacts, judged: ReadonlyArray<Judged>): ReadonlyArray<PlannedFile> =>
  judged
    .flatMap(({ row, wished }): ReadonlyArray<PlannedFile> => {
      const looked = facts.looked.get(row.path)
      if (looked?._tag !== "Plain" || row.action === "none" || row.action === "leave") return []
      return [plannedOf(looked, row.action === "remove" ? undefined : wished)]
    })
    .toSorted((a, b) => byPath(a.row, b.row))

/** One warning for each reason to leave something as it is, with the first path and how many more there are. */
const warningsOf = (rows: ReadonlyArray<PlaceRow>): ReadonlyArray<string> => {
  const left = rows.filter(({ action }) => action === "leave")
  const reasons = [...new Set(left.map(({ reason }) => reason ?? ""))]
  return reasons.map((reason) => {
    const paths = left.filter((row) => (row.reason ?? "") === reason).map(({ path }) => path)
    const more = paths.length === 1 ? "" : ` and ${paths.length - 1} more`
    return `\`${paths[0] ?? ""}\`${more}: left as it is, ${reason}`
  })
}

/**
 * Plans the files of a runtime in a scope. A file is written where nothing stands, and replaced or removed only while its
 * bytes are those that the ledger records. What somebody changed since stays, is told, and is forgotten once it is not
 * wished any more; what stands there as it shall and is not recorded is nobody's of ours. Directories that gsd made go when
 * nothing is left in them. Pure and total; planned again after it was done it comes to nothing.
 */
export const planProjection = (facts: ProjectionFacts): ProjectionPlan => {
  const judged = judgeAll(facts)
  const files = filesOf(facts, judged)
  const recorded = judged.flatMap((one) => (one.record === undefined ? [] : [one.record])).toSorted(byPath)
  const rows = judged.map(({ row }) => row).toSorted(byPath)
  return { files, recorded, rows, ...planDirectories(facts, files, recorded), warnings: warningsOf(rows) }
}
