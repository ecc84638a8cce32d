import { isWithin } from "../paths.ts"

/** A file of another program as it stands on the disk, every link resolved. */
export interface Target {
  readonly path: string
  /** Undefined when there is no file. */
  readonly bytes: Uint8Array | undefined
  readonly mode: number
  /** -1: whoever creates it. */
  readonly uid: number
  readonly gid: number
  /** Device and inode of its directory, `dev:ino`. */
  readonly directory: string
}

/** Mode of a settings file that gsd creates: such files hold keys. */
export const newFileMode = 0o600

/** Where a resolved target may lie. */
export interface Confinement {
  /** The path as typed, made absolute, its directory resolved but not its last component. */
  readonly typed: string
  readonly resolved: string
  /** The user's home, or the project in project scope. */
  readonly root: string
  /** H: nothing of ours is a settings file. */
  readonly own: string
}

/**
 * Says why a target may not be edited, by where it lies; undefined when it may. A path the person typed may lie
 * anywhere; what a link there leads to only inside home, or the project. Source: transaction.md "Steps" 2.
 */
export const judgePlace = (place: Confinement): string | undefined => {
  if (isWithin(place.resolved, place.own)) return "it lies in gsd's own folder"
  if (place.resolved === place.typed || isWithin(place.resolved, place.root)) return undefined
  return `it is a link to \`${place.resolved}\`, outside \`${place.root}\``
}
