import * as Duration from "effect/Duration"
import { judgeEvidence } from "../lane/evidence.ts"
import { isUsable, shownTail } from "../lane/outcome.ts"
import type { LaneEnded } from "../lane/outcomes.ts"
import { citationsIn, type Citation } from "./citation.ts"
import type { LaneResult } from "./lane.ts"
import { repositoryOf, resolveCitation, type LineCounts } from "./resolve.ts"

const textOf = ({ outcome }: LaneEnded): string => ("text" in outcome ? outcome.text : "")

/** Every place that usable reviews cite. */
export const citedBy = (ended: ReadonlyArray<LaneEnded>): ReadonlyArray<Citation> =>
  ended.filter(({ outcome }) => isUsable(outcome)).flatMap((one) => citationsIn(textOf(one)))

/** The same end, held against the lines of the repository: a review none of whose citations exists is not usable. */
export const withResolution =
  (files: LineCounts) =>
  (ended: LaneEnded): LaneEnded => {
    if (ended.outcome.outcome !== "completed") return ended
    const { text } = ended.outcome
    const repository = repositoryOf(files)
    const cited = citationsIn(text).map((one) => resolveCitation(one, repository))
    const resolution = {
      cited: cited.length,
      resolved: cited.filter(({ state }) => state === "resolves").length
    }
    const lack = judgeEvidence(text, ended.run.lane.reviewer.evidenceClass, resolution)
    return lack === undefined ? ended : { ...ended, outcome: { outcome: "suspect", ...lack, text } }
  }

/** How a run ended, as the report takes it; `startMs` counts from the start of the review. */
export const resultOf = (ended: LaneEnded, startMs: number): LaneResult => {
  const { bytes, duration, notes, outcome, planned, run, stderr } = ended
  const isInstance = run.identity !== run.lane.slug
  return {
    slug: run.lane.slug,
    id: run.lane.capabilityId,
    ...(isInstance ? { instance: run.identity } : {}),
    section: run.section,
    outcome: outcome.outcome,
    ...(outcome.outcome === "completed" ? {} : { reason: outcome.reason }),
    ok: isUsable(outcome),
    evidenceClass: run.lane.reviewer.evidenceClass,
    startMs,
    ms: Math.round(Duration.toMillis(duration)),
    bytes,
    text: textOf(ended),
    stderrTail: shownTail(stderr).join("\n"),
    ...(planned?.model === undefined ? {} : { model: planned.model }),
    notes: [...(outcome.outcome === "completed" ? [] : [outcome.detail]), ...notes]
  }
}
