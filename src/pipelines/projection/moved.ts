import * as Effect from "effect/Effect"
import { withWirings } from "../../domain/ledger/wirings.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { Looked } from "../../domain/project/looked.ts"
import { nameOf, parentOf } from "../../domain/paths.ts"
import type { ProjectionFacts } from "../../domain/projection/projectionFacts.ts"
import { ownedBy, type WishedFile } from "../../domain/projection/wish.ts"
import { shown } from "../../domain/text/escape.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { ProjectionRequest } from "./request.ts"

type Moves = ReadonlyMap<string, string>

const withMoves = (ledger: LedgerState, moves: Moves): LedgerState => {
  const files = new Map(ledger.files)
  const changed = [...moves].map(([from, to]) => {
    const record = files.get(from)
    files.delete(from)
    if (record !== undefined) files.set(to, record)
    return { file: to, now: record?.wiring }
  })
  return withWirings({ ...ledger, files }, changed)
}

const isHosts = ({ files }: LedgerState, path: string): boolean =>
  files.get(path)?.wiring?.entries.some(({ owner }) => ownedBy(owner).runtime !== undefined) === true

/**
 * A request whose ledgers record files of the host where they are now: a person may have moved a file, or its folder, and
 * put a link in its place. In a project nothing is followed, and a file that the same transaction edits stays where it is.
 */
export const withMovedDocuments = Effect.fn("projection.movedDocuments")(function* (
  request: ProjectionRequest
) {
  const files = yield* RuntimeFiles
  const { after, before, scope } = request
  const edited = new Set(request.files.map(({ row }) => row.path))
  const moves = new Map<string, string>()
  for (const path of before.files.keys()) {
    if (edited.has(path) || !isHosts(before, path)) continue
    const real = yield* files.resolve(path, scope)
    if (real !== path && !before.files.has(real) && !edited.has(real)) moves.set(path, real)
  }
  if (moves.size === 0) return { request, hasMoved: false }
  return {
    request: { ...request, before: withMoves(before, moves), after: withMoves(after, moves) },
    hasMoved: true
  }
})

/** Directories where they are now. One in whose place a person put a link is theirs from then on, what lies in it is not. */
const movedDirectories = Effect.fnUntraced(function* (
  directories: ReadonlyArray<string>,
  scope: ProjectionRequest["scope"]
) {
  const files = yield* RuntimeFiles
  const found: Array<string> = []
  for (const directory of directories) {
    const real = yield* files.resolve(directory, scope)
    const above = yield* files.resolve(parentOf(directory), scope)
    if (parentOf(real) === above && nameOf(real) === nameOf(directory)) found.push(real)
  }
  return found
})

type Facts = Pick<ProjectionFacts, "wish" | "recorded" | "directories" | "looked">

interface Placed {
  readonly files: ReadonlyArray<WishedFile>
  readonly looked: ReadonlyMap<string, Looked>
}

/** Wished files where they really are; of those that lead to one place only the first does. */
const placedFiles = (files: ReadonlyArray<WishedFile>, looked: ReadonlyMap<string, Looked>): Placed => {
  const places = new Map([...looked.values()].map((one) => [one.path, one]))
  const taken = new Set<string>()
  const placed = files.map((file) => {
    const path = looked.get(file.path)?.path ?? file.path
    const isFree = !taken.has(path)
    taken.add(path)
    if (isFree) return { ...file, path }
    const reason = shown`it leads to \`${path}\`, where another file of gsd's belongs`
    places.set(file.path, { _tag: "Blocked", path: file.path, at: file.path, reason })
    return file
  })
  return { files: placed.toSorted((a, b) => (a.path < b.path ? -1 : 1)), looked: places }
}

/** What is planned on, every path where it really is: in global scope folders may have been moved, with links in their places. */
export const withMovedFiles = Effect.fn("projection.movedFiles")(function* (
  { directories, looked, recorded, wish }: Facts,
  scope: ProjectionRequest["scope"]
) {
  const isMoved = [...looked].some(([path, one]) => one.path !== path)
  if (!isMoved) return { directories, looked, recorded, wish } satisfies Facts
  const placed = placedFiles(wish?.files ?? [], looked)
  return {
    wish: wish === undefined ? undefined : { ...wish, files: placed.files },
    recorded: recorded.map((file) => ({ ...file, path: looked.get(file.path)?.path ?? file.path })),
    directories: yield* movedDirectories(directories, scope),
    looked: placed.looked
  } satisfies Facts
})
