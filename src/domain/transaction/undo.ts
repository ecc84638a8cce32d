import { absent, type FileState, type JournalFile } from "./journal.ts"

/** What to do with one file when a transaction is undone. */
export type UndoFile =
  /** It is as before: only our temporary goes. */
  | "nothing"
  /** It is what we wrote: the bytes of before come back, mode and owner included. */
  | "restore"
  /** We created it and nobody touched it: it goes. */
  | "unlink"
  /** Somebody edited it since: our entries are cut out, theirs stay. */
  | "cut"
  /** It cannot be edited by marker: it stays, and the bytes of before go to attention. */
  | "leave"
  /** Somebody deleted it: their deletion stands. */
  | "deleted"

/** The first row of the table that fits. Source: transaction.md "Undo". */
export const decideUndo = (
  file: Pick<JournalFile, "before" | "after" | "wiring">,
  current: FileState,
  isParsable: boolean
): UndoFile => {
  if (current === file.before) return "nothing"
  if (current === file.after) return file.before === absent ? "unlink" : "restore"
  if (current === absent) return "deleted"
  return file.wiring !== undefined && isParsable ? "cut" : "leave"
}
