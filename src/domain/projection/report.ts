import type { Edit } from "../install/receipt.ts"
import type { ProjectedKind, Profile } from "../ledger/runtimes.ts"
import type { Withheld } from "./wish.ts"

/** How a place stands, compared with what shall stand there. Never computed from what was planned once: the disk is looked at. */
export type PlaceState =
  /** As it shall be. */
  | "present"
  /** Nothing is there. */
  | "missing"
  /** As gsd wrote it, and something else shall stand there now. */
  | "outdated"
  /** gsd wrote it and somebody changed it since. */
  | "modified"
  /** Somebody else's. */
  | "foreign"
  /** As gsd wrote it, and nothing shall stand there any more. */
  | "surplus"

/** What an apply does about a place. */
export type PlaceAction = "none" | "write" | "replace" | "remove" | "leave"

/** One file, or what of one capability stands in a file of the host. */
export interface PlaceRow {
  readonly path: string
  /** Empty for what belongs to all capabilities together. */
  readonly capability: string
  /** A file of ours by its kind; entries in a file of the host by what they are. */
  readonly kind: ProjectedKind | "hooks" | "servers" | "permissions"
  /** What it is called in the runtime; for entries the events or names, joined by `, `. */
  readonly name: string
  readonly state: PlaceState
  readonly action: PlaceAction
  /** A clause without a period; there when the state alone does not say it. */
  readonly reason?: string
}

const differing: ReadonlySet<PlaceState> = new Set(["missing", "modified", "outdated", "surplus"])

/** Whether a place is as it shall be; what others wrote there is told only. */
export const isAsItShall = ({ state }: Pick<PlaceRow, "state">): boolean => !differing.has(state)

/** Whether a row is about a file of ours, not about entries in one of the host. */
export const isFileOfOurs = ({ kind }: Pick<PlaceRow, "kind">): boolean =>
  kind !== "hooks" && kind !== "servers" && kind !== "permissions"

/** Another installation of the public system in the same folders. */
export interface OtherInstaller {
  readonly name: string
  readonly version: string | null
  readonly folder: string
}

/** A runtime in a scope: what shall stand, what stands, and what an apply changes. */
export interface RuntimeReport {
  readonly runtime: string
  readonly scope: "global" | "project"
  readonly home: string
  /** Whether capabilities are projected to it and kept in step. */
  readonly applied: boolean
  readonly profile: Profile
  readonly rows: ReadonlyArray<PlaceRow>
  readonly withheld: ReadonlyArray<Withheld>
  readonly notes: ReadonlyArray<string>
  readonly others: ReadonlyArray<OtherInstaller>
  /** Edits of host files, shown. */
  readonly edits: ReadonlyArray<Edit>
}

/** What `gsd runtime apply` or `remove` did, or would do. */
export interface RuntimeOutcome {
  readonly status: "applied" | "removed" | "unchanged" | "planned"
  readonly scope: "global" | "project"
  /** Ascending by runtime, as they stood before. */
  readonly runtimes: ReadonlyArray<RuntimeReport>
  readonly warnings: ReadonlyArray<string>
}
