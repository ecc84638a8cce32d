import type * as Result from "effect/Result"
import type { Wired } from "../install/receipt.ts"
import type { WireEntry } from "../settings/entry.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import type { FileWiring, WiredEntry } from "../settings/FileWiring.ts"
import { planDocument } from "./planDocument.ts"
import { plannedFile, type PlannedWiring } from "./plannedFile.ts"
import type { Target } from "./target.ts"

export { plannedFile, type PlannedWiring }

/** What shall stand in a file for one owner; nothing for an owner that goes. */
export interface WiringWish {
  readonly owner: string
  readonly entries: ReadonlyArray<WireEntry>
  /** What ledgers of other scopes record of the file. */
  readonly elsewhere?: ReadonlyArray<FileWiring>
}

/** Plans the edit of one settings file, on its bytes and what is recorded of it. */
export type PlanFile = (
  target: Target,
  old: FileWiring | undefined,
  wish: WiringWish
) => Result.Result<PlannedWiring, SettingsProblem>

/**
 * Plans the edit after which exactly the wished entries of an owner stand in a file: the owner's old ones are cut and
 * the new ones put in, every other byte as it was; when they stand there already, nothing is moved. A file that cannot be read is left when nothing is wished, and fails
 * the plan otherwise.
 */
export const planWiring: PlanFile = (target, old, { elsewhere = [], entries, owner }) =>
  planDocument(target, old, { owners: [{ owner, entries }], elsewhere })

/** What an entry is called in lists. */
export const shownKind = (kind: WiredEntry["kind"]): Wired["kind"] => (kind === "server" ? "mcp" : kind)

/** The entries of a planned edit as `plan` and receipts list them; `done` once it is carried out. */
export const wiredOf = (planned: PlannedWiring, done: boolean): ReadonlyArray<Wired> =>
  planned.outcomes.map(({ entry, state, pointer }) => ({
    file: planned.file.row.path,
    pointer,
    kind: shownKind(entry.kind),
    state: state === "collides" ? "collides" : done || state !== "added" ? "present" : "planned"
  }))
