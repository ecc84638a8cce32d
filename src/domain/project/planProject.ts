import * as Result from "effect/Result"
import { sha512Hex } from "../hash.ts"
import { sameJson } from "../json/canonical.ts"
import type { VendoredFile } from "../ledger/entry.ts"
import { limits } from "../limits.ts"
import { parentOf } from "../paths.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { absent } from "../transaction/journal.ts"
import type { ProjectPlan } from "./edits.ts"
import { LockfileUnreadable, ProjectPathRefused } from "./errors.ts"
import {
  decodeLockfile,
  encodeLockfile,
  isEmptyLockfile,
  lockEntryOf,
  withLocked,
  type Lockfile
} from "./lockfile.ts"
import type { Looked } from "./looked.ts"
import { directoriesTo, gitattributesText, gitignoreText, projectPlaces } from "./places.ts"

/** One file that shall stand in a vendored folder. */
export interface WishedFile extends VendoredFile {
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** What a project shall hold of a capability. */
export interface VendorWish {
  readonly files: ReadonlyArray<WishedFile>
  readonly generation: Parameters<typeof lockEntryOf>[0]
}

/** What is planned on. */
export interface ProjectFacts {
  readonly root: string
  readonly id: string
  /** Vendored files as the ledger has them; empty when it has none. */
  readonly recorded: ReadonlyArray<VendoredFile>
  /** Files that stand there as the lockfile says: nobody changed them, they came with the repository. */
  readonly agreed: ReadonlyArray<VendoredFile>
  /** Files that stand there and give way to the wish, as somebody asked for what the lockfile names; absent: none. */
  readonly replaced?: ReadonlyArray<VendoredFile>
  /** What stands at each path in question, by path. */
  readonly looked: ReadonlyMap<string, Looked>
  /** Undefined: nothing any more. */
  readonly wish: VendorWish | undefined
  /** The lockfile stays as it is. */
  readonly keepsLock?: boolean
}

const fileModes = { plain: 0o644, executable: 0o755 } as const

/** A place at which a plain file stands, or can. */
export type Plain = Extract<Looked, { readonly _tag: "Plain" }>

const rowOf = (
  { target, state }: Plain,
  after: { readonly bytes: Uint8Array | undefined; readonly state: string; readonly executable?: boolean }
): PlannedFile => ({
  row: {
    path: target.path,
    directory: target.directory,
    before: state,
    after: after.state,
    mode:
      target.bytes === undefined
        ? fileModes[after.executable === true ? "executable" : "plain"]
        : target.mode,
    uid: target.uid,
    gid: target.gid
  },
  before: target.bytes,
  after: after.bytes
})

/** A file that goes as a whole. */
export const removal = (looked: Plain): PlannedFile => rowOf(looked, { bytes: undefined, state: absent })

/** A file of ours as a whole, written or put anew. */
export const textRow = (looked: Plain, bytes: Uint8Array): PlannedFile =>
  rowOf(looked, { bytes, state: sha512Hex(bytes) })

/** The refusal to write where something is in the way. */
export const refusal = (blocked: Extract<Looked, { readonly _tag: "Blocked" }>): ProjectPathRefused =>
  new ProjectPathRefused({ path: blocked.at, reason: blocked.reason })

interface Planned {
  readonly rows: ReadonlyArray<PlannedFile>
  readonly warnings: ReadonlyArray<string>
}

const kept = (path: string): string =>
  `\`${path}\` was changed by somebody else than gsd and is kept as it is`

const left = (path: string, reason: string): string => `\`${path}\` is left as it is: ${reason}`

/** Whether the bytes there are ours to replace: what gsd wrote, what the team agreed on, or what shall give way to that. */
const isOurs = (facts: ProjectFacts, path: string, state: string): boolean =>
  [...facts.recorded, ...facts.agreed, ...(facts.replaced ?? [])].some(
    (file) => file.path === path && file.sha512 === state
  )

const planWished = (facts: ProjectFacts, file: WishedFile): Result.Result<Planned, ProjectPathRefused> => {
  const path = projectPlaces(facts.root).file(facts.id, file.path)
  const looked = facts.looked.get(path)
  if (looked === undefined) return Result.succeed({ rows: [], warnings: [] })
  if (looked._tag === "Blocked") return Result.fail(refusal(looked))
  if (looked.state === file.sha512) return Result.succeed({ rows: [], warnings: [] })
  if (looked.state !== absent && !isOurs(facts, file.path, looked.state))
    return Result.succeed({ rows: [], warnings: [kept(path)] })
  const after = { bytes: file.bytes, state: file.sha512, executable: file.executable }
  return Result.succeed({ rows: [rowOf(looked, after)], warnings: [] })
}

const planGone = (facts: ProjectFacts, file: VendoredFile): Planned => {
  const path = projectPlaces(facts.root).file(facts.id, file.path)
  const looked = facts.looked.get(path)
  if (looked === undefined) return { rows: [], warnings: [] }
  if (looked._tag === "Blocked") return { rows: [], warnings: [left(path, looked.reason)] }
  if (looked.state === absent) return { rows: [], warnings: [] }
  if (!isOurs(facts, file.path, looked.state)) return { rows: [], warnings: [kept(path)] }
  return { rows: [removal(looked)], warnings: [] }
}

/** Vendored files that were there and shall not be. */
const goneFiles = ({ agreed, recorded, replaced = [], wish }: ProjectFacts): ReadonlyArray<VendoredFile> => {
  const wished = new Set(wish?.files.map((file) => file.path))
  const paths = new Map([...recorded, ...agreed, ...replaced].map((file) => [file.path, file]))
  return [...paths.values()].filter((file) => !wished.has(file.path))
}

const merged = (parts: ReadonlyArray<Planned>): Planned => ({
  rows: parts.flatMap((part) => part.rows),
  warnings: parts.flatMap((part) => part.warnings)
})

const planFiles = (facts: ProjectFacts): Result.Result<Planned, ProjectPathRefused> => {
  const wished: Array<Planned> = []
  for (const file of facts.wish?.files ?? []) {
    const planned = planWished(facts, file)
    if (Result.isFailure(planned)) return Result.fail(planned.failure)
    wished.push(planned.success)
  }
  return Result.succeed(merged([...wished, ...goneFiles(facts).map((file) => planGone(facts, file))]))
}

interface PlannedLock extends Planned {
  /** Whether no capability is named any more. */
  readonly last: boolean
}

const nextLock = (facts: ProjectFacts, lockfile: Lockfile): Lockfile => {
  const { id, root, wish } = facts
  const before = lockfile.capabilities.get(id)
  const vendored = wish?.generation.source === projectPlaces(root).vendored(id)
  return withLocked(
    lockfile,
    id,
    wish === undefined ? undefined : lockEntryOf(wish.generation, before, vendored)
  )
}

const planLock = (
  facts: ProjectFacts
): Result.Result<PlannedLock, ProjectPathRefused | LockfileUnreadable> => {
  const { id, wish } = facts
  const path = projectPlaces(facts.root).lockfile
  const looked = facts.looked.get(path)
  const nothing = { rows: [], last: false }
  if (looked === undefined || facts.keepsLock === true) return Result.succeed({ ...nothing, warnings: [] })
  if (looked._tag === "Blocked")
    return wish === undefined
      ? Result.succeed({ ...nothing, warnings: [left(path, looked.reason)] })
      : Result.fail(refusal(looked))
  const decoded = decodeLockfile(looked.target.bytes)
  if (Result.isFailure(decoded)) {
    const problem = decoded.failure
    return wish === undefined
      ? Result.succeed({ ...nothing, warnings: [left(path, problem)] })
      : Result.fail(new LockfileUnreadable({ path, problem }))
  }
  const before = decoded.success
  const after = nextLock(facts, before)
  const isSame = sameJson(before.capabilities.get(id) ?? null, after.capabilities.get(id) ?? null)
  const last = wish === undefined && isEmptyLockfile(after)
  if (last && looked.state !== absent) return Result.succeed({ rows: [removal(looked)], warnings: [], last })
  return Result.succeed({ rows: isSame ? [] : [textRow(looked, encodeLockfile(after))], warnings: [], last })
}

/** `.gitignore` and `.gitattributes`: written where none stand, taken away as they were written. */
export const planGit = (facts: Pick<ProjectFacts, "root" | "looked">, when: "write" | "remove"): Planned => {
  const places = projectPlaces(facts.root)
  const texts = [
    [places.gitattributes, gitattributesText],
    [places.gitignore, gitignoreText]
  ] as const
  const rows = texts.flatMap(([path, text]) => {
    const looked = facts.looked.get(path)
    const bytes = new TextEncoder().encode(text)
    if (looked?._tag !== "Plain") return []
    if (when === "write") return looked.state === absent ? [textRow(looked, bytes)] : []
    return looked.state === sha512Hex(bytes) ? [removal(looked)] : []
  })
  return { rows, warnings: [] }
}

const ascending = (paths: Iterable<string>): ReadonlyArray<string> => [...new Set(paths)].toSorted()

/** The directories that planned files need, and those they may leave empty. */
export const directoriesOf = (
  facts: Pick<ProjectFacts, "root" | "looked">,
  rows: ReadonlyArray<PlannedFile>
) => {
  const places = projectPlaces(facts.root)
  const missing = rows
    .filter(({ after }) => after !== undefined)
    .flatMap(({ row }) => {
      const looked = facts.looked.get(row.path)
      return looked?._tag === "Plain" ? looked.missing : []
    })
  const emptied = rows
    .filter(({ after }) => after === undefined)
    .flatMap(({ row }) => directoriesTo(parentOf(row.path), places.own))
  return {
    dirsCreated: ascending(missing),
    ...(emptied.length === 0 ? {} : { dirsRemoved: ascending(emptied) })
  }
}

/** What was not as gsd left it and is put back, as a warning; none when somebody's change is kept or nothing was changed. */
const putBack = (facts: ProjectFacts, { rows }: Planned): ReadonlyArray<string> => {
  const { replaced, ...known } = facts
  if (replaced === undefined || facts.wish === undefined) return []
  const folder = projectPlaces(facts.root).vendored(facts.id)
  const told = rows.flatMap(({ row }) => {
    const path = row.path.slice(folder.length + 1)
    const wasOurs =
      row.before === absent
        ? !facts.recorded.some((file) => file.path === path)
        : isOurs(known, path, row.before)
    return wasOurs ? [] : [`\`${path}\`${row.after === absent ? " (taken away)" : ""}`]
  })
  if (told.length === 0) return []
  const more = told.length - limits.filesTold
  const named = [...told.slice(0, limits.filesTold), ...(more > 0 ? [`${more} more`] : [])]
  return [`Put back in \`${folder}\` as the lockfile names it: ${named.join(", ")}`]
}

const planRest = (facts: ProjectFacts, files: Planned, lock: PlannedLock): ProjectPlan => {
  const own = merged([files, lock])
  const isWriting = facts.wish !== undefined && own.rows.length > 0
  const git = isWriting ? planGit(facts, "write") : lock.last ? planGit(facts, "remove") : merged([])
  const rows = [...own.rows, ...git.rows].toSorted((a, b) => (a.row.path < b.row.path ? -1 : 1))
  return {
    files: rows,
    ...directoriesOf(facts, rows),
    vendored: facts.wish?.files.map(({ path, sha512 }) => ({ path, sha512 })) ?? [],
    warnings: [...own.warnings, ...putBack(facts, files)]
  }
}

/**
 * Plans what a project holds of a capability: its files in the vendored folder, its entry in the lockfile, and what git
 * shall know of both. A file that somebody changed is kept and told. Nothing is written through a link: refused when
 * something shall stand there, left and told when something shall go.
 */
export const planProject = (
  facts: ProjectFacts
): Result.Result<ProjectPlan, ProjectPathRefused | LockfileUnreadable> =>
  Result.flatMap(planFiles(facts), (files) =>
    Result.map(planLock(facts), (lock) => planRest(facts, files, lock))
  )
