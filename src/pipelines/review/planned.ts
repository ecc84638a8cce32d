import * as Effect from "effect/Effect"
import { planLanes, type PlanFacts } from "../../domain/lane/plan.ts"
import { chooseLanes, type LanesWanted } from "../../domain/lane/selection.ts"
import { instructions } from "../../domain/review/instructions.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { bundleFolders } from "./bundles.ts"
import { newRunId } from "./runId.ts"
import type { LanesFound, PlansRead, ReviewPlanned } from "./stages.ts"

/** Files of one run, by names that no slug can lead out of the folder. */
export const placesIn = (folder: string, repository: string) => (identity: string) => {
  const name = identity.replaceAll(/[^\w-]/gu, "_")
  return {
    repository,
    prompt: `${folder}/${name}.prompt.md`,
    output: `${folder}/${name}.answer.md`
  }
}

/** Chooses lanes and plans every run of them to the last argument. Writes and starts nothing. */
export const planReview = Effect.fn("review.plan")(function* (
  found: LanesFound,
  plans: PlansRead,
  wanted: LanesWanted
) {
  const { platform, variables } = yield* Environment
  const { paths } = yield* GsdHome
  const { host, roster, settings } = found
  const chosen = yield* Effect.fromResult(chooseLanes({ lanes: roster.lanes, wanted, settings, host }))
  const folders = yield* bundleFolders(chosen.runs.map(({ lane }) => lane))
  const runId = yield* newRunId
  const facts: PlanFacts = {
    parts: {
      instructions,
      roadmap: "",
      project: "",
      context: "",
      research: "",
      requirements: "",
      ...plans.sources
    },
    settings,
    parent: Object.fromEntries(variables),
    placesOf: placesIn(paths.run(runId), plans.repository),
    isWindows: platform === "win32",
    folders
  }
  return { runId, found, plans, lanes: planLanes(chosen, facts) } satisfies ReviewPlanned
})
