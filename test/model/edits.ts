import type { ModelDisk } from "./disk.ts"
import type { Journal } from "./journal.ts"
import { foreignFiles, readSettings, settingsText, type ForeignFile } from "./world.ts"

/** Something a person or a host does to a foreign file after a crash, before anything was recovered. */
export interface Edit {
  readonly file: ForeignFile
  readonly kind: "change" | "delete"
}

export const edits: ReadonlyArray<Edit> = foreignFiles.flatMap((file) =>
  (["change", "delete"] as const).map((kind) => ({ file, kind }))
)

const changed = "changed by the person"

/** Does an edit, durably; false when there is nothing to do it to. */
export const doEdit = (disk: ModelDisk, { file, kind }: Edit): boolean => {
  const { directory, name } = file
  const current = disk.read(directory, name)
  if (current === undefined) return false
  const settings = file.kind === "settings" ? readSettings(current) : undefined
  const data = settings === undefined ? changed : (settingsText(changed, settings.wired) ?? changed)
  if (kind === "delete") disk.run({ do: "unlink", directory, name })
  else {
    disk.run({ do: "write", directory, name, data })
    disk.run({ do: "fsync", directory, name })
  }
  disk.run({ do: "sync", directory })
  return true
}

/**
 * What recovery must leave of the edited file (I6): the person's text and deletion stay, our own entry goes
 * back. A deletion that looks like the transaction's own cannot be told from it, and is undone with it.
 */
export const expectedAfter = (edit: Edit, journal: Journal, isCommitted: boolean): string | undefined => {
  const row = journal.rows.find((one) => one.directory === edit.file.directory)
  const end = (isCommitted ? row?.after : row?.before) ?? undefined
  if (edit.kind === "delete") return isCommitted || row?.after !== null ? undefined : end
  if (edit.file.kind === "projection") return changed
  return settingsText(changed, readSettings(end ?? "|")?.wired ?? "")
}
