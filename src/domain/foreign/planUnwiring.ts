import type { FileWiring } from "../settings/FileWiring.ts"
import { withElsewhere } from "../settings/elsewhere.ts"
import { unwire, type Left } from "../settings/unwire.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { plannedFile, type PlannedWiring } from "./planWiring.ts"
import type { Target } from "./target.ts"
import * as Result from "effect/Result"

/** Whose entries go from a file. */
export interface UnwiringWish {
  readonly owners: ReadonlyArray<string>
  /** What ledgers of other scopes record of the file. */
  readonly elsewhere: ReadonlyArray<FileWiring>
}

interface Bare {
  readonly bytes: Uint8Array | undefined
  readonly wiring: FileWiring | undefined
  readonly left: ReadonlyArray<Left>
}

/**
 * Plans the edit after which nothing of several owners stands in a file, every other byte as it was. A file that cannot
 * be read is left.
 */
export const planUnwiring = (
  target: Target,
  old: FileWiring | undefined,
  wish: UnwiringWish
): PlannedWiring => {
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.succeed(planUnwiring({ ...target, bytes }, old, wish).file)
  const start: Bare = { bytes: target.bytes, wiring: withElsewhere(old, wish.elsewhere), left: [] }
  const bare = wish.owners.reduce<Bare>((last, owner) => {
    if (last.wiring === undefined) return last
    const document = { file: target.path, bytes: last.bytes, strict: false }
    const next = unwire(document, last.wiring, { owner })
    return { bytes: next.bytes, wiring: next.wiring, left: [...last.left, ...next.left] }
  }, start)
  return { file: { ...plannedFile(target, old, bare), again }, outcomes: [], left: bare.left }
}
