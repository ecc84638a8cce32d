import * as Result from "effect/Result"
import { compareVersions } from "../version/version.ts"
import type { ConsentRecord } from "../consent/record.ts"
import type { LedgerEntry } from "../ledger/entry.ts"
import type { ProjectPlan } from "../project/edits.ts"
import type { Baseline } from "./baseline.ts"
import { sameOrigin } from "../source/origin.ts"
import { DowngradeRefused, Pinned, SourceDiffers } from "./errors.ts"
import type { Wired } from "./receipt.ts"

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
  /** Whether one version was asked for and no other, which moves a pin. */
  readonly isExact: boolean
}

/** The newest kept generation that has this digest, when it is older than the active one. */
const olderGeneration = (entry: LedgerEntry, digest: string): number | undefined => {
  const numbers = entry.generations.filter((one) => one.consentDigest === digest).map((one) => one.generation)
  const newest = Math.max(0, ...numbers)
  return newest > 0 && newest < entry.generation ? newest : undefined
}

/**
 * Decides what an install of an id would be: unchanged for the active bytes and digest, else by version. Other bytes
 * of the same version are an upgrade, unless they are those of an older kept generation. Refused: another source
 * without replace (another version, range or ref of the same one is none), anything new of a pinned one that is not
 * asked for exactly, a lower version or an older digest without its flag. Source: consent.md, "a lower version, or an
 * older digest than the active one, is never activated silently".
 */
export const decideStatus = (
  entry: LedgerEntry | undefined,
  facts: StatusFacts
): Result.Result<Status, SourceDiffers | Pinned | DowngradeRefused> => {
  if (entry === undefined) return Result.succeed("installed")
  if (!sameOrigin(entry.source, facts.source) && !facts.replace)
    return Result.fail(new SourceDiffers({ id: facts.id, installed: entry.source, given: facts.source }))
  if (
    entry.contentHash === facts.contentHash &&
    entry.consentDigest === facts.consentDigest &&
    entry.source === facts.source
  )
    return Result.succeed("unchanged")
  if (entry.pin !== undefined && !facts.isExact)
    return Result.fail(new Pinned({ id: facts.id, pin: entry.pin }))
  const older = olderGeneration(entry, facts.consentDigest)
  if (compareVersions(facts.version, entry.version) >= 0 && older === undefined)
    return Result.succeed("upgraded")
  if (facts.allowDowngrade) return Result.succeed("downgraded")
  const versions = { id: facts.id, installed: entry.version, given: facts.version }
  return Result.fail(
    new DowngradeRefused({ ...versions, ...(older === undefined ? {} : { generation: older }) })
  )
}

/** What an install would find, and what it would leave. */
export interface StandingFacts {
  readonly status: Status
  readonly baseline: Baseline | undefined
  /** A record that covers the digest already, from an earlier yes. */
  readonly standing: ConsentRecord | undefined
  /** Settings files chosen, now or before. */
  readonly targets: ReadonlyArray<string>
  readonly wiring: ReadonlyArray<Wired>
  readonly project: Pick<ProjectPlan, "files">
}

/** Whether everything that an install would do is done: bytes verified, consented to, wired and vendored. */
export const isStanding = (facts: StandingFacts): boolean =>
  facts.status === "unchanged" &&
  facts.standing !== undefined &&
  facts.baseline?.verified !== undefined &&
  // A file that is chosen now is recorded, also while nothing is to stand in it; those chosen before stay chosen.
  facts.targets.length === (facts.baseline.entry.wire ?? []).length &&
  facts.wiring.every((one) => one.state === "present") &&
  facts.project.files.length === 0
