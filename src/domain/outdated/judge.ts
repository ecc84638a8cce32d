import type { LedgerEntry } from "../ledger/entry.ts"
import { exactText, shortCommit as short, type Exact } from "../source/exact.ts"
import { compareVersions, isVersion } from "../version/version.ts"
import type { OutdatedRow } from "./row.ts"

/** What of a source was seen, beside what is installed from it. */
export type SourceSeen =
  /** Bytes that stand on this machine, read whole. */
  | { readonly _tag: "Bytes"; readonly version: string; readonly contentHash: string }
  /** The newest version that a package or registry offers for what was asked. */
  | { readonly _tag: "Version"; readonly version: string; readonly notes: ReadonlyArray<string> }
  /** The commit of a repository that was asked for now, and the ref that it is. */
  | { readonly _tag: "Commit"; readonly commit: string; readonly ref: string | undefined }
  /** A source that names one version and no other; the commit that a tag leads to now, or why that was not told. */
  | { readonly _tag: "Exact"; readonly exact: Exact; readonly now?: string; readonly untold?: string }
  /** An address that says nothing of versions. */
  | { readonly _tag: "Address" }
  | { readonly _tag: "Unknown"; readonly reason: string }

/** What is told of one row by what was seen. */
export type Judgement = Pick<OutdatedRow, "latest" | "status" | "reason">

const judgeBytes = (
  entry: LedgerEntry,
  seen: { readonly version: string; readonly contentHash: string }
): Judgement => {
  const { contentHash, version: latest } = seen
  if (contentHash === entry.contentHash) return { latest, status: "current" }
  const change =
    latest === entry.version
      ? "its bytes changed, and its version did not"
      : isVersion(latest) && isVersion(entry.version) && compareVersions(latest, entry.version) < 0
        ? "it holds a lower version now"
        : undefined
  return { latest, status: "outdated", ...(change === undefined ? {} : { reason: change }) }
}

const judgeVersion = (
  entry: LedgerEntry,
  { notes, version: latest }: { readonly version: string; readonly notes: ReadonlyArray<string> }
): Judgement => {
  const installed = entry.resolved ?? entry.version
  const order = isVersion(latest) && isVersion(installed) ? compareVersions(latest, installed) : undefined
  const status = (order === undefined ? latest !== installed : order > 0) ? "outdated" : "current"
  const lower =
    order !== undefined && order < 0 ? ["the source offers nothing newer than a lower version"] : []
  const reason = [...lower, ...notes].join("; ")
  return { latest, status, ...(reason === "" ? {} : { reason }) }
}

const judgeCommit = (
  entry: LedgerEntry,
  { commit, ref }: { readonly commit: string; readonly ref: string | undefined }
): Judgement => {
  if (commit === entry.resolved) return { latest: entry.version, status: "current" }
  const what = ref === undefined ? "the repository" : `\`${ref}\``
  const installed = entry.ref === ref ? short(entry.resolved ?? "") : `\`${entry.ref ?? ""}\``
  const was = entry.resolved === undefined ? "" : `, and ${installed} is installed`
  return { latest: commit, status: "outdated", reason: `${what} is at ${short(commit)} now${was}` }
}

const judgeExact = (
  entry: LedgerEntry,
  { exact, now, untold }: Omit<Extract<SourceSeen, { readonly _tag: "Exact" }>, "_tag">
): Judgement => {
  const named = `its source names ${exactText(exact)}`
  const moved =
    now !== undefined && entry.resolved !== undefined && now !== entry.resolved
      ? `, which leads to ${short(now)} now and led to ${short(entry.resolved)} when it was installed`
      : untold === undefined
        ? ""
        : `; whether that moved was not told: ${untold}`
  const latest = now === undefined || now === entry.resolved ? entry.version : now
  return { latest, status: "pinned", reason: `${named}${moved}` }
}

/** Tells whether something newer than the active generation is offered. Source: seed 003 D6. */
export const judgeOutdated = (entry: LedgerEntry, seen: SourceSeen): Judgement => {
  switch (seen._tag) {
    case "Bytes":
      return judgeBytes(entry, seen)
    case "Version":
      return judgeVersion(entry, seen)
    case "Commit":
      return judgeCommit(entry, seen)
    case "Exact":
      return judgeExact(entry, seen)
    case "Address":
      return {
        latest: null,
        status: "manual",
        reason: "an address says nothing of versions; `gsd capability update` fetches it and compares"
      }
    case "Unknown":
      return { latest: null, status: "unknown", reason: seen.reason }
  }
}
