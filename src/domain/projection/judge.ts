import type { RecordedFile } from "../ledger/runtimes.ts"
import { secondName, type Looked } from "../project/looked.ts"
import { shown } from "../text/escape.ts"
import { absent } from "../transaction/journal.ts"
import { placedAt } from "./placedAt.ts"
import type { Places } from "./places.ts"
import type { PlaceRow } from "./report.ts"
import type { WishedFile } from "./wish.ts"

/** What is known of a path. */
export interface Known {
  /** Undefined: nobody looked. */
  readonly looked: Looked | undefined
  readonly recorded: RecordedFile | undefined
  /** Whose it is, when it is somebody else's. */
  readonly claim: string | undefined
}

/** A file that shall stand, with the hash of its bytes. */
export interface Hashed {
  readonly file: WishedFile
  readonly sha512: string
}

/** What becomes of a path, and what is recorded of it then. */
export interface Judged {
  readonly row: PlaceRow
  readonly wished?: Hashed
  /** Undefined: nothing. */
  readonly record?: RecordedFile
}

type Stand = Pick<PlaceRow, "state" | "action" | "reason">

const changed = "it was changed by somebody else than gsd"

const unlooked: Stand = { state: "foreign", action: "leave", reason: "nobody could tell what is there" }

/** A clause that says what stands in the way of a file. */
export const blockedClause = (looked: Extract<Looked, { readonly _tag: "Blocked" }>): string =>
  looked.at === looked.path ? looked.reason : shown`at \`${looked.at}\` ${looked.reason}`

const blocked = (looked: Extract<Looked, { readonly _tag: "Blocked" }>): Stand => ({
  state: "foreign",
  action: "leave",
  reason: blockedClause(looked)
})

const claimed = (claim: string): string => shown`it belongs to ${claim}`

/** The bytes decide; the bit cannot be changed without them. */
const present = (file: WishedFile, looked: Extract<Looked, { readonly _tag: "Plain" }>): Stand => {
  const isExecutable = (looked.target.mode & 0o100) !== 0
  if (isExecutable === file.executable) return { state: "present", action: "none" }
  const reason = file.executable ? "it is not executable and should be" : "it is executable and need not be"
  return { state: "present", action: "none", reason }
}

const standWished = ({ file, sha512 }: Hashed, { claim, looked, recorded }: Known): Stand => {
  if (looked === undefined) return unlooked
  if (looked._tag === "Blocked") return blocked(looked)
  const { state } = looked
  if (state === sha512) return present(file, looked)
  if (claim !== undefined)
    return { state: state === absent ? "missing" : "foreign", action: "leave", reason: claimed(claim) }
  if (state === absent) return { state: "missing", action: "write" }
  if (recorded === undefined)
    return { state: "foreign", action: "leave", reason: "gsd did not write what is there" }
  return state === recorded.sha512
    ? { state: "outdated", action: "replace" }
    : { state: "modified", action: "leave", reason: changed }
}

/**
 * How a place stands at which something shall be. What is written is recorded as written; what stays as it is keeps its
 * record, if it has one, so that a person who undoes a change has it kept in step again.
 */
export const judgeWished = (wished: Hashed, known: Known): Judged => {
  const { capability, kind, name, path } = wished.file
  const stand = standWished(wished, known)
  const isWritten = stand.action === "write" || stand.action === "replace"
  const sha512 = isWritten ? wished.sha512 : known.recorded?.sha512
  return {
    row: { path, capability, kind, name, ...stand },
    wished,
    ...(sha512 === undefined ? {} : { record: { capability, path, sha512 } })
  }
}

/** Whether what is in the way is not in the file's own place: the file may be ours still. */
const isHeldUp = ({ at, path, reason }: Extract<Looked, { readonly _tag: "Blocked" }>): boolean =>
  at !== path || reason === secondName

const mayBeOurs = (looked: Looked | undefined): boolean =>
  looked === undefined || (looked._tag === "Blocked" && isHeldUp(looked))

const standUnwished = (file: RecordedFile, { claim, looked }: Known): Stand | undefined => {
  if (looked === undefined) return unlooked
  if (looked._tag === "Blocked")
    return { ...blocked(looked), ...(isHeldUp(looked) ? { state: "surplus" } : {}) }
  if (looked.state === absent) return undefined
  if (claim !== undefined) return { state: "foreign", action: "leave", reason: claimed(claim) }
  return looked.state === file.sha512
    ? { state: "surplus", action: "remove" }
    : { state: "modified", action: "leave", reason: changed }
}

/**
 * How a place stands at which nothing shall be any more; nothing to say where nothing is. What is left is forgotten, unless
 * nobody could tell what it is or something was in the way: it may be ours still, and goes as soon as it can.
 */
export const judgeUnwished = (
  file: RecordedFile,
  known: Known,
  places: Pick<Places, "artifacts">
): ReadonlyArray<Judged> => {
  const { capability, path } = file
  const stand = standUnwished(file, known)
  if (stand === undefined) return []
  const placed = placedAt(places, path)
  const kind = capability === "" ? "index" : placed.kind
  return [
    {
      row: { path, capability, ...placed, kind, ...stand },
      ...(mayBeOurs(known.looked) ? { record: file } : {})
    }
  ]
}
