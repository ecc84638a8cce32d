import * as Schema from "effect/Schema"
import { limits } from "../limits.ts"
import { visible } from "../text/escape.ts"

/** Every kind of thing that is not as it should be. */
export const FindingKind = Schema.Literals([
  "transaction-interrupted",
  "transaction-blocked",
  "staging-dead",
  "temporary-left",
  "bundle-unnamed",
  "bundle-stray",
  "bundle-missing",
  "bundle-modified",
  "bundle-unreadable",
  "ledger-unreadable",
  "ledger-newer",
  "entry-quarantined",
  "consent-unreadable",
  "record-unneeded",
  "policy-unreadable",
  "policy-key-unknown",
  "lock-set-aside",
  "attention",
  "settings-unreadable",
  "wiring-missing",
  "wiring-resurrected",
  "wiring-collides",
  "wiring-inactive",
  "hook-unrecorded",
  "script-missing",
  "view-stray",
  "project-forged",
  "lock-drifted",
  "runtime-differs",
  "process-orphaned",
  "run-unfinished"
])
export type FindingKind = typeof FindingKind.Type

/** Who may mend it: `doctor --fix` alone, `doctor --fix` after a yes, or a person only. */
export const Fix = Schema.Literals(["automatic", "asks", "none"])
export type Fix = typeof Fix.Type

/** One thing that is not as it should be. Every text is escaped for a terminal. */
export const Finding = Schema.Struct({
  kind: FindingKind,
  /** What it is about: an id, a path, a process. With `kind` it names the finding. */
  subject: Schema.String,
  /** One sentence without a final period. */
  message: Schema.String,
  /** What to do about it, likewise. */
  hint: Schema.String,
  fix: Fix
})
export type Finding = typeof Finding.Type

/** JSON of `doctor`: healthy when nothing was found. */
export const Diagnosis = Schema.Struct({ findings: Schema.Array(Finding), healthy: Schema.Boolean })
export type Diagnosis = typeof Diagnosis.Type

/** A diagnosis of what the judges found, in their order. */
export const diagnosisOf = (findings: ReadonlyArray<Finding>): Diagnosis => ({
  findings,
  healthy: findings.length === 0
})

/** A subject as findings carry it. */
export const subjectOf = (text: string): string => visible(text, limits.pathBytes)

/** Tells whether two findings are about the same. */
export const isSameFinding = (left: Finding, right: Finding): boolean =>
  left.kind === right.kind && left.subject === right.subject
