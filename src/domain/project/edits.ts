import type { LedgerEntry, VendoredFile } from "../ledger/entry.ts"
import type { FileEdits, PlannedFile } from "../transaction/change.ts"

/** Planned edits of a project, and what deserves a look. */
export interface ProjectPlan extends FileEdits {
  /** What the ledger shall record; undefined in global scope. */
  readonly vendored: ReadonlyArray<VendoredFile> | undefined
  readonly warnings: ReadonlyArray<string>
}

/** A plan that touches no project. */
export const noProjectPlan: ProjectPlan = {
  files: [],
  dirsCreated: [],
  vendored: undefined,
  warnings: []
}

const ascending = (a: PlannedFile, b: PlannedFile): number => (a.row.path < b.row.path ? -1 : 1)

/** What goes, goes last, and comes back first: nothing that stands meanwhile may name a file that is gone. */
export const inOrder = (files: ReadonlyArray<PlannedFile>): ReadonlyArray<PlannedFile> => [
  ...files.filter(({ after }) => after !== undefined).toSorted(ascending),
  ...files.filter(({ after }) => after === undefined).toSorted(ascending)
]

/** The edits of settings files and of the project together: ascending by path, those of files that go behind the others. */
export const editsWith = (
  files: ReadonlyArray<PlannedFile>,
  project: ProjectPlan = noProjectPlan
): FileEdits => ({
  files: inOrder([...files, ...project.files]),
  dirsCreated: project.dirsCreated,
  ...(project.dirsRemoved === undefined ? {} : { dirsRemoved: project.dirsRemoved })
})

/** A plan that makes and takes away the directories of further edits as well. */
export const withDirectories = (
  project: ProjectPlan,
  { dirsCreated, dirsRemoved = [] }: Pick<FileEdits, "dirsCreated" | "dirsRemoved">
): ProjectPlan => {
  const removed = [...(project.dirsRemoved ?? []), ...dirsRemoved].toSorted()
  return {
    ...project,
    dirsCreated: [...project.dirsCreated, ...dirsCreated].toSorted(),
    ...(removed.length === 0 ? {} : { dirsRemoved: removed })
  }
}

/** The member of a ledger's entry that names the vendored files. */
export const vendoredIn = (project: ProjectPlan = noProjectPlan): Pick<LedgerEntry, "vendored"> =>
  project.vendored === undefined ? {} : { vendored: project.vendored }
