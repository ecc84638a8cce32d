import * as Schema from "effect/Schema"
import type { FileIdentity } from "../disk/identity.ts"
import { limits } from "../limits.ts"

/** What a whole verification wrote down, so that the next look need not hash again. Source: consent.md. */
export const Seal = Schema.Struct({
  contentHash: Schema.String,
  /** Milliseconds since 1970. */
  at: Schema.Finite,
  /** `identityText` by path in the bundle. */
  files: Schema.Record(Schema.String, Schema.String)
})
export type Seal = typeof Seal.Type

/** File systems whose ctime a seal may rely on. Source: decisions "Numbers". */
const trusted: ReadonlySet<string> = new Set(["ext4", "xfs", "btrfs", "zfs", "tmpfs", "apfs", "ntfs"])

/**
 * What of an identity a seal records: any write, replacement or mode change alters it, but for bytes that a process writes
 * into a mapping it already wrote to. `verify` reads the bytes.
 */
export const identityText = ({
  ctimeNs,
  dev,
  ino,
  mtimeNs,
  size
}: Pick<FileIdentity, "dev" | "ino" | "size" | "mtimeNs" | "ctimeNs">): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`

/** Tells whether files were last changed so long ago that a change from now on would show. */
export const areSettled = (now: number, identities: ReadonlyArray<FileIdentity>): boolean =>
  identities.every((one) => Number(one.ctimeNs / 1_000_000n) + limits.sealAgeMillis < now)

/** Tells whether a seal made now would count: every ctime well before it, on a file system that keeps ctime. */
export const canSeal = (facts: {
  readonly now: number
  readonly fileSystem: string
  readonly identities: ReadonlyArray<FileIdentity>
}): boolean => trusted.has(facts.fileSystem) && areSettled(facts.now, facts.identities)
