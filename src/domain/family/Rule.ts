import type { Finding } from "./finding.ts"
import type { RawObject } from "../capability/raw.ts"

/** What a rule of the family says of one place; its code and severity are the rule's. */
export interface Told {
  readonly pointer: string
  readonly message: string
  /** The rule's own next step when left out. */
  readonly hint?: string
}

/** A rule over one manifest, pure and total. */
export interface FamilyRule {
  readonly code: string
  readonly severity: Finding["severity"]
  /** What it asks, as a sentence without a period. */
  readonly asks: string
  readonly hint: string
  readonly source: string
  readonly judge: (root: RawObject) => ReadonlyArray<Told>
}

/** The findings of one rule. */
export const findingsOf = (
  { code, hint, severity }: Omit<FamilyRule, "judge">,
  told: ReadonlyArray<Told>
): ReadonlyArray<Finding> =>
  told.map((one) => ({
    code,
    severity,
    pointer: one.pointer,
    message: one.message,
    hint: one.hint ?? hint
  }))
