import { constants } from "node:fs"
import { access, glob, open, readdir, realpath, stat } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FamilyFileUnreadable } from "../../domain/family/errors.ts"
import type { Standing } from "../../domain/family/judgeFiles.ts"
import { isPattern } from "../../domain/family/pattern.ts"
import { limits } from "../../domain/limits.ts"
import { FamilyFiles, type PathState } from "../../services/FamilyFiles.ts"
import { isInside } from "./inside.ts"

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const nothingThere = "nothing is there"

const reasons: Readonly<Record<string, string>> = {
  ENOENT: nothingThere,
  ENOTDIR: nothingThere,
  ELOOP: nothingThere,
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  EIO: "the disk failed"
}

const unreadable = (path: string, code: string): FamilyFileUnreadable =>
  new FamilyFileUnreadable({
    path,
    problem: reasons[code] ?? (code === "" ? "it cannot be read" : `the system says ${code}`)
  })

/** Runs a look at the disk; `absent` where nothing is there. */
const look = <A, B>(
  path: string,
  absent: B,
  run: () => Promise<A>
): Effect.Effect<A | B, FamilyFileUnreadable> =>
  Effect.tryPromise({ try: run, catch: (cause) => unreadable(path, codeOf(cause)) }).pipe(
    Effect.catchIf(
      ({ problem }) => problem === nothingThere,
      () => Effect.succeed(absent)
    )
  )

/** Reads at most one byte more than a manifest may have, so that a reader sees that it is too large; waits for no pipe. */
const readBounded = async (path: string): Promise<Uint8Array> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile())
      throw Object.assign(new Error("no file"), { code: found.isDirectory() ? "EISDIR" : "ENXIO" })
    const bytes = new Uint8Array(Math.min(found.size, limits.manifestBytes + 1))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false
  )

const standingOf = async (root: string, path: string): Promise<Standing> => {
  const real = await realpath(join(root, path))
  if (!isInside(root, real)) return { _tag: "Outside", real }
  const found = await stat(real)
  const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : "other"
  return { _tag: "There", kind, executable: kind === "file" && (await isExecutable(real)) }
}

const absentStanding: Standing = { _tag: "Absent" }

const lookAll = Effect.fnUntraced(function* (folder: string, paths: ReadonlyArray<string>) {
  const root = yield* look(folder, undefined, () => realpath(folder))
  const found = yield* Effect.forEach(paths, (path) =>
    root === undefined || path.includes("\0")
      ? Effect.succeed([path, absentStanding] as const)
      : Effect.map(
          look(path, absentStanding, () => standingOf(root, path)),
          (standing) => [path, standing] as const
        )
  )
  return new Map(found)
})

const stateOf = async (path: string): Promise<PathState> => {
  const found = await stat(path)
  if (!found.isFile()) return "absent"
  return (await isExecutable(path)) ? "program" : "file"
}

const folders = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory()) return [entry.name]
      if (!entry.isSymbolicLink()) return []
      const found = await stat(join(folder, entry.name)).catch(() => undefined)
      return found?.isDirectory() === true ? [entry.name] : []
    })
  )
  return names.flat().toSorted()
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )

const expand = async (pattern: string): Promise<ReadonlyArray<string>> => {
  if (!isPattern(pattern) || (await isFolder(pattern))) return [pattern]
  const found: Array<string> = []
  for await (const path of glob(pattern)) if (await isFolder(path)) found.push(path)
  return found.length === 0 ? [pattern] : found.toSorted()
}

/** Members on the disk. */
export const layer: Layer.Layer<FamilyFiles> = Layer.succeed(
  FamilyFiles,
  FamilyFiles.of({
    bytes: Effect.fn("FamilyFiles.bytes")((path) => look(path, undefined, () => readBounded(path))),
    look: Effect.fn("FamilyFiles.look")(lookAll),
    expand: Effect.fn("FamilyFiles.expand")((pattern) => look(pattern, [pattern], () => expand(pattern))),
    folders: Effect.fn("FamilyFiles.folders")((path) => look(path, [], () => folders(path))),
    state: Effect.fn("FamilyFiles.state")((path) =>
      path.includes("\0")
        ? Effect.succeed("absent")
        : Effect.orElseSucceed(
            look(path, "absent" as const, () => stateOf(path)),
            () => "unknown" as const
          )
    )
  })
)
