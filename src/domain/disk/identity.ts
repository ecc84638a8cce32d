/** What kind of thing stands at a path; a symbolic link is itself, never its target. */
export type EntryKind = "file" | "directory" | "link" | "other"

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string
  readonly kind: EntryKind
}

/** What `lstat` says of a path, in nanoseconds where a seal needs them. */
export interface FileIdentity {
  readonly kind: EntryKind
  readonly size: number
  /** Permission bits only (0 to 0o7777). */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Hard links to the same inode. */
  readonly links: number
  readonly dev: bigint
  readonly ino: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}
