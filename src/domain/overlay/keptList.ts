import type { Overlay } from "./overlay.ts"
import { gsdApiVersion } from "../version/gsdApiVersion.ts"

/** Form of the file; a change of what is kept or of its meaning makes another. */
const form = "1"

/** What a list of this process depends on beside the disk and the environment's variables. */
export interface ListAsked {
  readonly productVersion: string
  /** `--root` and `--project`, as given. */
  readonly root: string | undefined
  readonly project: string | undefined
  readonly home: string
  readonly workingDirectory: string
  /** Effective user id; undefined where the system has none. */
  readonly userId: number | undefined
}

/** What a kept list counts for. */
export const keyOfList = (asked: ListAsked): string =>
  JSON.stringify([
    form,
    asked.productVersion,
    gsdApiVersion,
    asked.root ?? null,
    asked.project ?? null,
    asked.home,
    asked.workingDirectory,
    asked.userId ?? null
  ])

/** What `lstat` says that a look compares; `FileIdentity` has it, and so have Node's statistics. */
export interface Looked {
  readonly dev: bigint
  readonly ino: bigint
  readonly size: bigint | number
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

/** How something looks whose bytes or names were read: any change of them makes another text. */
export const lookText = ({ ctimeNs, dev, ino, mtimeNs, size }: Looked): string =>
  `${BigInt.asUintN(64, dev)}:${BigInt.asUintN(64, ino)}:${size}:${mtimeNs}:${ctimeNs}`

/** What `lstat` says of a folder whose names nobody read. */
export interface LookedFolder {
  readonly dev: bigint
  readonly ino: bigint
  /** Permission bits only. */
  readonly mode: number
  readonly uid: bigint | number
  readonly gid: bigint | number
}

/** How a folder looks that was only asked for itself; its times and its size change with every name in it. */
export const folderText = ({ dev, gid, ino, mode, uid }: LookedFolder): string =>
  `folder ${BigInt.asUintN(64, dev)}:${BigInt.asUintN(64, ino)}:${mode}:${uid}:${gid}`

/** Something that was asked and what came of it; null where nothing is. */
type Answered = readonly [asked: string, answer: string | null]

/** All that a list was made from. */
export interface ListBasis {
  /** `lookText` or `folderText`, by path. */
  readonly looks: ReadonlyArray<Answered>
  /** Real paths. */
  readonly reals: ReadonlyArray<Answered>
  readonly variables: ReadonlyArray<Answered>
}

const isAnswers = (value: unknown): value is ReadonlyArray<Answered> =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      Array.isArray(one) &&
      one.length === 2 &&
      typeof one[0] === "string" &&
      (one[1] === null || typeof one[1] === "string")
  )

/** Without a ledger nothing is listed, so that no list was made without a look at one. */
const namesLedger = (looks: ReadonlyArray<Answered>): boolean =>
  looks.some(([path]) => path.endsWith("/.gsd/ledger.json"))

/** Whether a value read from the file is a basis; checked by hand, as Schema takes longer to load than the list to print. */
export const isListBasis = (value: unknown): value is ListBasis =>
  typeof value === "object" &&
  value !== null &&
  "looks" in value &&
  "reals" in value &&
  "variables" in value &&
  isAnswers(value.looks) &&
  namesLedger(value.looks) &&
  isAnswers(value.reals) &&
  isAnswers(value.variables)

const hasTexts = (value: object, names: ReadonlyArray<string>): boolean => {
  const members = new Map<string, unknown>(Object.entries(value))
  return names.every((name) => typeof members.get(name) === "string")
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const rowTexts = ["id", "role", "version", "tier", "origin", "scope", "source", "status"]
const maybeTexts = ["reason", "note", "verifiedAt"]
const wiredTexts = ["file", "pointer", "kind", "state"]

const isRow = (value: unknown): boolean =>
  isObject(value) &&
  hasTexts(value, [...rowTexts, ...maybeTexts.filter((name) => Object.hasOwn(value, name))]) &&
  "wired" in value &&
  Array.isArray(value.wired) &&
  value.wired.every((one: unknown) => isObject(one) && hasTexts(one, wiredTexts))

/** Whether a value read from the file is the rows of a list, by hand for the same reason. */
export const isListRows = (value: unknown): value is ReadonlyArray<Overlay> =>
  Array.isArray(value) && value.every(isRow)
