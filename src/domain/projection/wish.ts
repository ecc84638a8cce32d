import type { ProjectedKind } from "../ledger/runtimes.ts"
import type { DocumentEntry } from "../settings/entry.ts"

/** One file that shall stand for a runtime, ours as a whole. */
export interface WishedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
  /** Id of the capability; empty for an `index`. */
  readonly capability: string
  readonly kind: ProjectedKind
  /** What it is called in the runtime, such as `gsd-review`. */
  readonly name: string
}

/** What of one capability shall stand in one file of the host. */
export interface WishedEntries {
  readonly path: string
  readonly capability: string
  readonly what: "hook" | "server" | "permission"
  readonly entries: ReadonlyArray<DocumentEntry>
}

/** What a runtime is not given, and why. */
export interface Withheld {
  readonly capability: string
  /** `capability`: all of it. */
  readonly kind: "capability" | "skill" | "agent" | "hook" | "server" | "permission"
  readonly name: string
  /** A clause without a period whose subject is it. */
  readonly reason: string
}

/** What shall stand for a runtime in a scope. Pure: nothing was looked at. */
export interface Wish {
  /** Ascending by path, each path once. */
  readonly files: ReadonlyArray<WishedFile>
  /** Ascending by path, then by capability. */
  readonly entries: ReadonlyArray<WishedEntries>
  readonly withheld: ReadonlyArray<Withheld>
  /** Clauses that deserve a word, such as what a dialect leaves out. */
  readonly notes: ReadonlyArray<string>
}

/** A wish for nothing. */
export const noWish: Wish = { files: [], entries: [], withheld: [], notes: [] }

/** Whose entries in a host's file those of a capability for a runtime are; no id of a capability holds a colon. */
export const ownerOf = (runtime: string, capability: string): string => `runtime:${runtime}/${capability}`

const projected = /^runtime:([^/]*)\/(.*)$/su

/** The capability that an owner stands for, and the runtime that it is projected to; none for what `--wire` put in. */
export const ownedBy = (owner: string): { readonly capability: string; readonly runtime?: string } => {
  const [, runtime, capability] = projected.exec(owner) ?? []
  return runtime === undefined || capability === undefined ? { capability: owner } : { capability, runtime }
}

/** Tells whether an owner is some capability's in this runtime. */
export const isOwnedBy = (owner: string, runtime: string): boolean => owner.startsWith(`runtime:${runtime}/`)
