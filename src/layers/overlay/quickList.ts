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
import { resolve } from "node:path"
import { chooseHome } from "../../domain/home/chooseHome.ts"
import { limits } from "../../domain/limits.ts"
import {
  folderText,
  isListBasis,
  keyOfList,
  lookText,
  type ListAsked,
  type ListBasis
} from "../../domain/overlay/keptList.ts"
import { checksumOf } from "./checksum.ts"
import { headOf } from "./headOf.ts"

/** Flags that choose the root and the project, as given, and the version of the product. */
export interface QuickAsked {
  readonly productVersion: string
  readonly root?: string
  readonly project?: string
}

/** What this process asks by a list. */
export const listAsked = ({ productVersion, project, root }: QuickAsked): ListAsked => ({
  productVersion,
  root,
  project,
  home: process.env["HOME"] ?? homedir(),
  workingDirectory: process.cwd(),
  userId: process.geteuid?.()
})

/** Name of the file in `H/cache` that keeps a list. */
export const listFileName = (key: string): string => `list-${checksumOf(new TextEncoder().encode(key))}.json`

const fileOf = (asked: ListAsked, key: string): string => {
  const variables = { get: (name: string) => process.env[name] }
  const { base } = chooseHome({ root: asked.root, variables, home: asked.home })
  return `${resolve(asked.workingDirectory, base)}/.gsd/cache/${listFileName(key)}`
}

/** A file that is ours alone: in the home of somebody else, it would be theirs to say what is verified. */
const isOurs = (found: BigIntStats, userId: number | undefined): boolean =>
  found.isFile() &&
  found.size <= limits.loopViewBytes &&
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

/** The rows of a file that counts for a key, as JSON; undefined when it does not, or what it was made from changed. */
const rowsIn = (bytes: Uint8Array, key: string): string | undefined => {
  const decoder = new TextDecoder()
  const end = bytes.indexOf(lineEnd)
  const body = bytes.subarray(end + 1)
  if (end < 0 || decoder.decode(bytes.subarray(0, end)) !== headOf(key, body)) return undefined
  const [basis = "", rows] = decoder.decode(body).split("\n")
  const read: unknown = JSON.parse(basis)
  return isListBasis(read) && isUnchanged(read) ? rows : undefined
}

/**
 * The rows of the user's list as JSON, as `gsd capability list --json` prints them, from what was kept when it was last
 * made; undefined when that does not count any more, whatever the reason. It loads no Effect and asks the disk without
 * waiting for threads.
 */
export const quickList = (given: QuickAsked): string | undefined => {
  try {
    const asked = listAsked(given)
    const key = keyOfList(asked)
    const bytes = readOurs(fileOf(asked, key), asked.userId)
    return bytes === undefined ? undefined : rowsIn(bytes, key)
  } catch {
    return undefined
  }
}
