import * as Effect from "effect/Effect"
import { nameOf } from "../../domain/paths.ts"
import { isArtifactName } from "../../domain/planning/artifact.ts"
import { proseOf } from "../../domain/planning/prose.ts"
import { askedOf, judgeGaps } from "../../domain/query/gaps.ts"
import { judgePhaseInfo } from "../../domain/query/phaseInfo.ts"
import { judgeTests } from "../../domain/query/testsToRun.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"
import type { QueryContext } from "./context.ts"
import { findArtifact } from "./phase.ts"
import { allOf, plansOf, projectFile, readArtifact, roadmapOf, textsIn } from "./texts.ts"

/** Asks `gap-analysis.plan-post`. */
export const planGaps = Effect.fn("query.planGaps")(function* ({ phase }: QueryContext) {
  const roadmap = yield* roadmapOf(phase)
  const requirements = yield* projectFile("REQUIREMENTS.md")
  const context = yield* readArtifact(phase, "CONTEXT.md")
  const asked = askedOf({
    number: phase.number,
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(requirements === undefined
      ? {}
      : { requirements: { path: requirements.path, lines: proseOf(requirements.text) } }),
    ...(context === undefined ? {} : { context })
  })
  return judgeGaps(asked, yield* plansOf(phase))
})

/** Artefacts that the workflows make themselves; what they say of tests is asked for elsewhere, or nowhere. */
const hostArtifacts = [
  "CONTEXT.md",
  "RESEARCH.md",
  "PLAN.md",
  "SUMMARY.md",
  "REVIEWS.md",
  "UAT.md",
  "VERIFICATION.md"
]

/** Asks `verify.extract-tests`. */
export const testsToRun = Effect.fn("query.testsToRun")(function* ({ phase }: QueryContext) {
  const uat = yield* findArtifact(phase, "UAT.md")
  const others = (yield* textsIn(phase, (name) => name.endsWith(".md"))).filter(
    ({ path }) => !hostArtifacts.some((name) => isArtifactName(nameOf(path), name))
  )
  return judgeTests({
    plans: yield* allOf(phase, "PLAN.md"),
    artifacts: phase.name === "" ? [] : others,
    ...(uat === undefined ? {} : { uat })
  })
})

/** Asks `phase.info`. */
export const phaseInfo = Effect.fn("query.phaseInfo")(function* ({ phase }: QueryContext) {
  const files = yield* PlanningFiles
  return judgePhaseInfo(phase, yield* files.names(phase.folder))
})
