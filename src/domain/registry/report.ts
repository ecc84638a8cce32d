import * as Schema from "effect/Schema"

const Severity = Schema.Literals(["error", "warning"])
const Verdict = Schema.Literals(["valid", "warning", "invalid"])

/** A problem as reported; `pointer` is RFC 6901, line and column count from 1 and stand when the text is at hand. */
export const ReportedProblem = Schema.Struct({
  rule: Schema.String,
  severity: Severity,
  pointer: Schema.String,
  message: Schema.String,
  hint: Schema.String,
  line: Schema.optionalKey(Schema.Int),
  column: Schema.optionalKey(Schema.Int)
})
export type ReportedProblem = typeof ReportedProblem.Type

/** Judgement on one manifest by itself; `id` is empty when it has none. Source: issue 4, JSON of validate. */
export const ManifestReport = Schema.Struct({
  /** As given. */
  path: Schema.String,
  id: Schema.String,
  verdict: Verdict,
  problems: Schema.Array(ReportedProblem)
})
export type ManifestReport = typeof ManifestReport.Type

/** Judgement on one member of a set. */
export const MemberReport = Schema.Struct({
  /** As given; for what the product brings along, its place in the package. */
  path: Schema.String,
  origin: Schema.Literals(["first-party", "overlay"]),
  id: Schema.String,
  accepted: Schema.Boolean,
  problems: Schema.Array(ReportedProblem)
})
export type MemberReport = typeof MemberReport.Type

/** Judgement on one workflow that publishes part of the loop's contract, or explains how it is dispatched. */
export const WorkflowReport = Schema.Struct({ path: Schema.String, problems: Schema.Array(ReportedProblem) })
export type WorkflowReport = typeof WorkflowReport.Type

/** Judgement on a set, its members in the order in which they were judged: first-party ones, then overlays. */
export const SetReport = Schema.Struct({
  verdict: Verdict,
  members: Schema.Array(MemberReport),
  /** The workflows whose contract the set was judged by, ascending; also those that are missing. */
  workflows: Schema.Array(WorkflowReport)
})
export type SetReport = typeof SetReport.Type
