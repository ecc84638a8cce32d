import * as Result from "effect/Result"
import type { FileWiring } from "../settings/FileWiring.ts"
import { withElsewhere } from "../settings/elsewhere.ts"
import { unwire } from "../settings/unwire.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { documentOf, plannedFile, type PlannedWiring } from "./plannedFile.ts"
import type { Target } from "./target.ts"

/** Whose entries go from a file. */
export interface UnwiringWish {
  readonly owners: ReadonlyArray<string>
  /** What ledgers of other scopes record of the file. */
  readonly elsewhere: ReadonlyArray<FileWiring>
}

/**
 * Plans the edit after which nothing of several owners stands in a file, every other byte as it was. A file that cannot
 * be read is left.
 */
export const planUnwiring = (
  target: Target,
  old: FileWiring | undefined,
  { elsewhere, owners }: UnwiringWish
): PlannedWiring => {
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.succeed(planUnwiring({ ...target, bytes }, old, { elsewhere, owners }).file)
  const known = withElsewhere(old, elsewhere)
  const isThere = known?.entries.some(({ owner }) => owners.includes(owner)) === true
  const bare = known !== undefined && isThere ? unwire(documentOf(target), known, { owners }) : undefined
  const next = bare === undefined || bare.wiring === known ? { bytes: target.bytes, wiring: old } : bare
  return { file: { ...plannedFile(target, old, next), again }, outcomes: [], left: bare?.left ?? [] }
}
