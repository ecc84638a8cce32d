import * as Result from "effect/Result"
import { compareVersions } from "../version/version.ts"
import type { LedgerEntry } from "../ledger/entry.ts"
import { DowngradeRefused, SourceDiffers } from "./errors.ts"

/** What installing these bytes would be. */
export type Status = "installed" | "unchanged" | "upgraded" | "downgraded"

/** What is to be installed, beside what is. */
export interface StatusFacts {
  readonly id: string
  readonly version: string
  /** Canonical source. */
  readonly source: string
  readonly contentHash: string
  readonly consentDigest: string
  readonly replace: boolean
  readonly allowDowngrade: boolean
}

/**
 * Decides what an install of an id would be: unchanged for the active bytes and digest, else by version. Other bytes
 * of the same version are an upgrade. Refused: another source without replace, a lower version without its flag.
 */
export const decideStatus = (
  entry: LedgerEntry | undefined,
  facts: StatusFacts
): Result.Result<Status, SourceDiffers | DowngradeRefused> => {
  if (entry === undefined) return Result.succeed("installed")
  if (entry.source !== facts.source && !facts.replace)
    return Result.fail(new SourceDiffers({ id: facts.id, installed: entry.source, given: facts.source }))
  if (
    entry.contentHash === facts.contentHash &&
    entry.consentDigest === facts.consentDigest &&
    entry.source === facts.source
  )
    return Result.succeed("unchanged")
  if (compareVersions(facts.version, entry.version) >= 0) return Result.succeed("upgraded")
  return facts.allowDowngrade
    ? Result.succeed("downgraded")
    : Result.fail(new DowngradeRefused({ id: facts.id, installed: entry.version, given: facts.version }))
}
