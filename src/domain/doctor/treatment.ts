import * as Schema from "effect/Schema"
import { Edit } from "../install/receipt.ts"
import { Finding, isSameFinding, type Diagnosis } from "./finding.ts"

/** What `doctor --fix` asks about: edits of files that are not gsd's own. Shown before they are made. */
export const RepairPlan = Schema.Struct({
  /** The findings that it would mend. */
  findings: Schema.Array(Finding),
  edits: Schema.Array(Edit),
  /** Temporaries of gsd's, outside its own folder, that would be deleted. */
  deletions: Schema.Array(Schema.String)
})
export type RepairPlan = typeof RepairPlan.Type

/** What became of a finding. `left`: nothing of gsd's mends it, or it could not be. */
export const TreatedFinding = Schema.Struct({
  ...Finding.fields,
  outcome: Schema.Literals(["fixed", "declined", "left"])
})
export type TreatedFinding = typeof TreatedFinding.Type

/** JSON of `doctor --fix`: every finding from before with its outcome, then those that came up meanwhile. */
export const Treatment = Schema.Struct({
  findings: Schema.Array(TreatedFinding),
  /** Nothing is left to be found. */
  healthy: Schema.Boolean,
  /** Why something was left, where an error tells; escaped like findings. */
  warnings: Schema.Array(Schema.String)
})
export type Treatment = typeof Treatment.Type

/** How a diagnosis was treated, by what a second one finds. */
export interface Treated {
  readonly before: Diagnosis
  readonly after: Diagnosis
  readonly declined: boolean
  readonly warnings: ReadonlyArray<string>
}

/** Tells of each finding what became of it; nothing is believed to be mended that is found again. */
export const treatmentOf = ({ after, before, declined, warnings }: Treated): Treatment => {
  const outcomeOf = (finding: Finding): TreatedFinding["outcome"] => {
    if (!after.findings.some((one) => isSameFinding(one, finding))) return "fixed"
    return declined && finding.fix === "asks" ? "declined" : "left"
  }
  const news = after.findings.filter((one) => !before.findings.some((other) => isSameFinding(other, one)))
  return {
    findings: [
      ...before.findings.map((finding) => ({ ...finding, outcome: outcomeOf(finding) })),
      ...news.map((finding) => ({ ...finding, outcome: "left" as const }))
    ],
    healthy: after.healthy,
    warnings
  }
}
