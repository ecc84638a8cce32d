import type { BundleVerdict } from "../../domain/verify/verdict.ts"

/** What was seen of one installed bundle. */
export interface Seen {
  readonly role: string
  readonly tier: string
  /** Why the manifest cannot be used, when it cannot. */
  readonly problem?: string
  /** Why this engine is not the right one, when it is not. */
  readonly incompatible?: string
  /** True when a gate of it holds the loop. */
  readonly holds?: boolean
  /** True when it declares agents. */
  readonly agents?: boolean
  readonly verdict: BundleVerdict
  /** Why the bytes could not be looked at, when they could not. */
  readonly bytesProblem?: string
}
