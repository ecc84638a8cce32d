import type { BlockEntry, DocumentEntry } from "../../settings/entry.ts"
import type { WishedEntries, WishedFile, Withheld } from "../wish.ts"

/** What of capabilities goes to a host's hooks, servers or permissions. */
export interface Surface {
  readonly entries: ReadonlyArray<WishedEntries>
  readonly files: ReadonlyArray<WishedFile>
  readonly withheld: ReadonlyArray<Withheld>
  /** Clauses without a period. */
  readonly notes: ReadonlyArray<string>
}

/**
 * Texts of files of the host by their path, without what gsd itself put into them; a path that is not there is no file.
 * Only what `looksOf` names is asked for.
 */
export type HostTexts = ReadonlyMap<string, string>

/** Nothing at all. */
export const noSurface: Surface = { entries: [], files: [], withheld: [], notes: [] }

const sameFile = (one: WishedEntries, other: WishedEntries): boolean =>
  one.path === other.path && one.capability === other.capability && one.what === other.what

const isBlock = (entry: DocumentEntry): entry is BlockEntry => entry.kind === "block"

/** An owner has one block in a file, so several are one with a blank line between. */
const oneBlock = (entries: ReadonlyArray<DocumentEntry>): ReadonlyArray<DocumentEntry> => {
  const blocks = entries.filter(isBlock)
  if (blocks.length < 2) return entries
  const block: BlockEntry = { kind: "block", text: blocks.map(({ text }) => text).join("\n\n") }
  return [...entries.filter((entry) => !isBlock(entry)), block]
}

const gathered = (all: ReadonlyArray<WishedEntries>): ReadonlyArray<WishedEntries> => {
  const rows: Array<WishedEntries> = []
  for (const one of all.filter(({ entries }) => entries.length > 0)) {
    const at = rows.findIndex((row) => sameFile(row, one))
    const row = rows[at]
    if (row === undefined) rows.push(one)
    else rows[at] = { ...row, entries: [...row.entries, ...one.entries] }
  }
  return rows.map((row) => ({ ...row, entries: oneBlock(row.entries) }))
}

/** Several together, in their order: what goes to one file for one capability is one row, a note stands once. */
export const joined = (surfaces: ReadonlyArray<Surface>): Surface => ({
  entries: gathered(surfaces.flatMap(({ entries }) => entries)),
  files: surfaces.flatMap(({ files }) => files),
  withheld: surfaces.flatMap(({ withheld }) => withheld),
  notes: [...new Set(surfaces.flatMap(({ notes }) => notes))]
})
