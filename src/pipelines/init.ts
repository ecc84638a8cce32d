import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { DiskFailure } from "../domain/disk/errors.ts"
import { ScaffoldBlocked } from "../domain/scaffold/errors.ts"
import { scaffold } from "../domain/scaffold/scaffold.ts"
import type { ScaffoldFile, ScaffoldRole } from "../domain/scaffold/ScaffoldFile.ts"
import { nextSteps, type Scaffolded } from "../domain/scaffold/scaffolded.ts"
import { Durable } from "../services/Durable.ts"
import { Environment } from "../services/Environment.ts"

/** A new capability, as asked for. */
export interface InitRequest {
  /** Otherwise the name of the directory. */
  readonly id?: string
  readonly role: ScaffoldRole
  /** The folder itself when it has the id's name, else where the folder is made; otherwise the working directory. */
  readonly directory?: string
}

const publishedSchema = "node_modules/gsd-engine/schema/capability.schema.json"

const directoryMode = 0o755

const fileMode = (file: ScaffoldFile): number => (file.executable ? 0o755 : 0o644)

/** Folders above a path, nearest first. */
const above = (path: Path.Path, from: string): ReadonlyArray<string> => {
  const parent = path.dirname(from)
  return parent === from ? [] : [parent, ...above(path, parent)]
}

/** The folder of the capability, and its id. */
const placeOf = Effect.fnUntraced(function* (request: InitRequest) {
  const path = yield* Path.Path
  const { workingDirectory } = yield* Environment
  const directory = path.resolve(workingDirectory, request.directory ?? ".")
  const id = request.id ?? path.basename(directory)
  const folder = path.basename(directory) === id ? directory : path.join(directory, id)
  return { id, folder, relative: path.relative(workingDirectory, folder) }
})

/** The schema of the package that a project brings, from the folder; one elsewhere would be found on this machine only. */
const findSchema = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const durable = yield* Durable
  for (const parent of above(path, folder)) {
    const candidate = path.join(parent, publishedSchema)
    const seen = yield* Effect.orElseSucceed(durable.identify(candidate), Option.none)
    if (Option.isSome(seen) && seen.value.kind === "file")
      return path.relative(folder, candidate).replaceAll(path.sep, "/")
  }
  return undefined
})

/** Folders of the files, below the capability's, outermost first. */
const foldersOf = (files: ReadonlyArray<ScaffoldFile>): ReadonlyArray<string> => [
  ...new Set(
    files.flatMap(({ path }) => {
      const parts = path.split("/").slice(0, -1)
      return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
    })
  )
]

/** Refuses when anything stands where a file goes, or anything but a folder where a folder goes. */
const requireRoom = Effect.fnUntraced(function* (folder: string, files: ReadonlyArray<ScaffoldFile>) {
  const path = yield* Path.Path
  const durable = yield* Durable
  const taken = Effect.fnUntraced(function* (name: string, isFolder: boolean) {
    const seen = yield* durable.identify(path.join(folder, name))
    return Option.isSome(seen) && !(isFolder && seen.value.kind === "directory") ? [name] : []
  })
  const folders = yield* Effect.forEach(foldersOf(files), (name) => taken(name, true))
  const names = yield* Effect.forEach(files, (file) => taken(file.path, false))
  const [first, ...more] = [...folders, ...names].flat()
  if (first !== undefined) return yield* new ScaffoldBlocked({ folder, paths: [first, ...more] })
})

/** Makes something, and takes it back when the whole did not succeed. */
const undoable = <A>(make: Effect.Effect<A, DiskFailure>, undo: Effect.Effect<void, DiskFailure>) =>
  Effect.acquireRelease(make, (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(undo)))

const makeFolder = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  if (Option.isSome(yield* durable.identify(folder))) return
  yield* undoable(durable.makeDirectory(folder, { mode: directoryMode }), durable.removeDirectory(folder))
})

const write = Effect.fnUntraced(function* (folder: string, files: ReadonlyArray<ScaffoldFile>) {
  const path = yield* Path.Path
  const durable = yield* Durable
  const parents = [...above(path, folder)].toReversed()
  const folders = foldersOf(files).map((name) => path.join(folder, name))
  yield* Effect.forEach([...parents, folder, ...folders], makeFolder)
  for (const file of files) {
    const place = path.join(folder, file.path)
    const bytes = new TextEncoder().encode(file.text)
    yield* undoable(durable.create(place, bytes, { mode: fileMode(file) }), durable.unlink(place))
  }
})

/**
 * Writes the folder of a new capability, which is valid as it stands. Nothing that is there is touched: it fails with
 * `ScaffoldBlocked` where a file would be overwritten, and with `ScaffoldRefused` for an id that cannot be installed.
 * A failure or an interruption leaves nothing behind.
 */
export const init = Effect.fn("init")(function* (request: InitRequest) {
  const { folder, id, relative } = yield* placeOf(request)
  const schema = yield* findSchema(folder)
  const files = yield* Effect.fromResult(scaffold({ id, role: request.role, schema }))
  yield* requireRoom(folder, files)
  yield* write(folder, files)
  return {
    id,
    role: request.role,
    path: folder,
    schema: schema ?? null,
    files: files.map(({ executable, path }) => ({ path, executable })),
    next: nextSteps(relative)
  } satisfies Scaffolded
}, Effect.scoped)
