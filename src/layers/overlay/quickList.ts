import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type BigIntStats
} from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, resolve } from "node:path"
import { chooseHome } from "../../domain/home/chooseHome.ts"
import { limits } from "../../domain/limits.ts"
import {
  folderText,
  isListBasis,
  isListRows,
  keyOfList,
  lookText,
  type ListAsked,
  type ListBasis
} from "../../domain/overlay/keptList.ts"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import { checksumOf } from "./checksum.ts"
import { headOf } from "./headOf.ts"

/** Flags that choose the root and the project, as given, and the version of the product. */
export interface QuickAsked {
  readonly productVersion: string
  readonly root?: string
  readonly project?: string
}

const currentDirectory = (): string | undefined => {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

/** What this process asks by a list; undefined where its working directory is gone. */
export const listAsked = ({ productVersion, project, root }: QuickAsked): ListAsked | undefined => {
  const workingDirectory = currentDirectory()
  if (workingDirectory === undefined) return undefined
  const home = process.env["HOME"] ?? homedir()
  return { productVersion, root, project, home, workingDirectory, userId: process.geteuid?.() }
}

/** Name of the file in `H/cache` that keeps a list. */
export const listFileName = (key: string): string => `list-${checksumOf(new TextEncoder().encode(key))}.json`

const chosen = ({ home, root }: ListAsked) =>
  chooseHome({ root, variables: { get: (name: string) => process.env[name] }, home })

const fileOf = (asked: ListAsked, key: string): string =>
  `${resolve(asked.workingDirectory, chosen(asked).base)}/.gsd/cache/${listFileName(key)}`

/** Whether nothing of ours was ever in the user's home, which no project holds: then nothing is installed either. */
const isUntouched = (asked: ListAsked): boolean =>
  asked.project === undefined &&
  chosen(asked).from === "home" &&
  isAbsolute(asked.home) &&
  realpathSync.native(asked.home) !== "" &&
  lstatSync(`${asked.home}/.gsd`, { throwIfNoEntry: false }) === undefined

/** A file that is ours alone: in the home of somebody else, it would be theirs to say what is verified. */
const isOurs = (found: BigIntStats, userId: number | undefined): boolean =>
  found.isFile() &&
  found.size <= limits.keptBytes &&
  (userId === undefined || (found.uid === BigInt(userId) && (Number(found.mode) & 0o022) === 0))

const readOurs = (path: string, userId: number | undefined): Uint8Array | undefined => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0))
  try {
    return isOurs(fstatSync(file, { bigint: true }), userId) ? readFileSync(file) : undefined
  } finally {
    closeSync(file)
  }
}

const lookAt = (path: string, kept: string | null): string | null => {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return null
  if (kept?.startsWith("folder ") !== true) return lookText(found)
  const { dev, gid, ino, uid } = found
  return found.isDirectory() ? folderText({ dev, gid, ino, uid, mode: Number(found.mode) & 0o7777 }) : null
}

/** Whether everything that a list was made from is as it was. */
const isUnchanged = ({ looks, reals, variables }: ListBasis): boolean =>
  variables.every(([name, value]) => (process.env[name] ?? null) === value) &&
  reals.every(([path, real]) => realpathSync.native(path) === real) &&
  looks.every(([path, look]) => lookAt(path, look) === look)

const lineEnd = 0x0a

/** The rows of a file that counts for a key; undefined when it does not, or what it was made from changed. */
const rowsIn = (bytes: Uint8Array, key: string): ReadonlyArray<Overlay> | undefined => {
  const decoder = new TextDecoder()
  const end = bytes.indexOf(lineEnd)
  const body = bytes.subarray(end + 1)
  if (end < 0 || decoder.decode(bytes.subarray(0, end)) !== headOf(key, body)) return undefined
  const [basis = "", text = ""] = decoder.decode(body).split("\n")
  const read: unknown = JSON.parse(basis)
  const rows: unknown = JSON.parse(text)
  return isListBasis(read) && isListRows(rows) && isUnchanged(read) ? rows : undefined
}

/**
 * The rows of the user's list, as `gsd capability list` has them, from what was kept when it was last
 * made; undefined when that does not count any more, whatever the reason. It loads no Effect and asks the disk without
 * waiting for threads.
 */
export const quickList = (asked: ListAsked): ReadonlyArray<Overlay> | undefined => {
  try {
    if (isUntouched(asked)) return []
    const key = keyOfList(asked)
    const bytes = readOurs(fileOf(asked, key), asked.userId)
    return bytes === undefined ? undefined : rowsIn(bytes, key)
  } catch {
    return undefined
  }
}
