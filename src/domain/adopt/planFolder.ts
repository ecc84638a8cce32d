import { removal } from "../project/planProject.ts"
import type { Looked } from "../project/looked.ts"
import type { FileEdits, PlannedFile } from "../transaction/change.ts"

/** One file that is to go, and the hash that its bytes must have. */
export interface GoingFile {
  readonly path: string
  readonly sha512: string
}

/** A folder of the public system that goes with the files it was read with. */
export interface GoingFolder {
  readonly folder: string
  readonly going: ReadonlyArray<GoingFile>
  /** It and what is in it, parents first. */
  readonly directories: ReadonlyArray<string>
}

/**
 * Plans the removal of a folder's files, and of every directory in it that is left empty. Undefined when one of them is not
 * as it was read: then somebody is at work there.
 */
export const planFolder = (
  { directories, going }: GoingFolder,
  looked: ReadonlyMap<string, Looked>
): FileEdits | undefined => {
  const rows: Array<PlannedFile> = []
  for (const { path, sha512 } of going) {
    const found = looked.get(path)
    if (found?._tag !== "Plain" || found.state !== sha512) return undefined
    rows.push(removal(found))
  }
  return { files: rows, dirsCreated: [], dirsRemoved: directories }
}
