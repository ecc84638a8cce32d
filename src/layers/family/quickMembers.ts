import {
  closeSync,
  constants,
  fstatSync,
  globSync,
  openSync,
  readSync,
  realpathSync,
  statSync
} from "node:fs"
import { join } from "node:path"
import type { FamilyReport } from "../../domain/family/finding.ts"
import { memberFile, type MemberFiles, type Standing } from "../../domain/family/judgeFiles.ts"
import { quickReport } from "../../domain/family/quick.ts"
import { isPattern } from "../../domain/family/pattern.ts"
import { limits } from "../../domain/limits.ts"
import { isInside } from "./inside.ts"

const absentCodes: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"])

const isNothing = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && absentCodes.has(cause.code)

/** Looks at the disk; undefined where nothing is there. Anything else that goes wrong is thrown. */
const looked = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch (cause) {
    if (isNothing(cause)) return undefined
    throw cause
  }
}

/** What a look gave; undefined whatever went wrong. */
const attempted = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** At most one byte more than a manifest may have; waits for no pipe. */
const readBounded = (path: string): Uint8Array => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new Error("no file")
    const bytes = new Uint8Array(Math.min(found.size, limits.manifestBytes + 1))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(file)
  }
}

const absent: Standing = { _tag: "Absent" }

/** Nobody asks here whether a file may be started. */
const standingOf = (root: string, path: string): Standing => {
  const real = realpathSync.native(join(root, path))
  if (!isInside(root, real)) return { _tag: "Outside", real }
  const found = statSync(real)
  const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : "other"
  return { _tag: "There", kind, executable: false }
}

const filesOf = (folder: string, paths: ReadonlyArray<string>): MemberFiles => {
  const root = realpathSync.native(folder)
  const read = (name: string) => looked(() => readBounded(memberFile(folder, name)))
  const packageJson = read("package.json")
  return {
    standing: new Map(paths.map((path) => [path, looked(() => standingOf(root, path)) ?? absent])),
    packageJson,
    skill: packageJson === undefined ? read("SKILL.md") : undefined
  }
}

/**
 * Report on the member in a folder, when both its manifest and its files are such as most are; undefined for every other.
 * It asks the disk without waiting for threads, which for one member takes longer than the disk.
 */
export const quickMember = (folder: string): FamilyReport | undefined =>
  attempted(() =>
    quickReport(folder, readBounded(memberFile(folder, "capability.json")), (paths) => filesOf(folder, paths))
  )

const isFolder = (path: string): boolean => attempted(() => statSync(path).isDirectory()) === true

/** The folders that a pattern names, as `FamilyFiles.expand` does; undefined when that cannot be told. */
export const quickFolders = (pattern: string): ReadonlyArray<string> | undefined => {
  if (!isPattern(pattern) || isFolder(pattern)) return [pattern]
  const found = attempted(() => globSync(pattern).filter(isFolder).toSorted())
  return found?.length === 0 ? [pattern] : found
}
