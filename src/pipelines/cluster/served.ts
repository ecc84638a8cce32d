import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LaneHanded } from "../../domain/cluster/handed.ts"
import { namedLane } from "../../domain/cluster/laneKey.ts"
import { normalisedHost } from "../../domain/disclosure/egress.ts"
import type { Lane } from "../../domain/lane/lane.ts"
import { planRun, type RunWithPlan } from "../../domain/lane/plan.ts"
import type { LaneRun } from "../../domain/lane/stages.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LaneRefusal } from "../../services/LaneCluster.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { bundleFolders } from "../review/bundles.ts"
import { placesIn } from "../review/planned.ts"
import { newRunId } from "../review/runId.ts"
import type { LanesFound } from "../review/stages.ts"

const refuse = (reason: LaneRefusal["reason"], problem: string): Result.Result<never, LaneRefusal> =>
  Result.fail({ reason, problem })

/** The lane that was meant, by its names and bytes; only one that is equal in all of them is run. */
export const laneMeant = (
  { roster }: LanesFound,
  { bytes, id, slug }: LaneHanded
): Result.Result<Lane, LaneRefusal> => {
  const lane = roster.lanes.find((one) => one.capabilityId === id && one.slug === slug)
  if (lane === undefined) return refuse("not-offered", `There is no lane ${slug} of ${id} here`)
  return namedLane(lane).bytes === bytes
    ? Result.succeed(lane)
    : refuse("other-bytes", `The lane ${slug} of ${id} has other bytes here than the ones that are meant`)
}

/** The run of a lane that was handed over: as its requester names it. */
export const runOf = (lane: Lane, { agent, identity, model }: LaneHanded): LaneRun => ({
  identity,
  lane,
  section: lane.section,
  named: true,
  ...(model === undefined ? {} : { model }),
  ...(agent === undefined ? {} : { agent })
})

const noParts = {
  instructions: "",
  roadmap: "",
  project: "",
  plans: [],
  context: "",
  research: "",
  requirements: ""
}

/** Where a handed lane runs. */
export interface ServedIn {
  readonly found: LanesFound
  /** Root of this machine's repository. */
  readonly repository: string
}

/**
 * Plans a handed lane with this machine's settings, programs and variables, and with the prompt as it was handed over. Its
 * files have a folder of their own, which goes with the scope.
 */
export const planServed = Effect.fn("cluster.planServed")(function* (
  run: LaneRun,
  handed: LaneHanded,
  { found, repository }: ServedIn
) {
  const { platform, variables } = yield* Environment
  const { paths } = yield* GsdHome
  const files = yield* ReviewFiles
  const folder = yield* newRunId
  yield* files.begin({ runId: folder, plans: [], keep: false })
  const plan = planRun(run, {
    parts: noParts,
    given: { prompt: handed.prompt, timeout: Duration.millis(handed.timeoutMillis) },
    settings: found.settings,
    parent: Object.fromEntries(variables),
    placesOf: placesIn(paths.run(folder), repository),
    isWindows: platform === "win32",
    folders: yield* bundleFolders([run.lane])
  })
  return { run, plan } satisfies RunWithPlan
})

/** Where the prompt of a planned run goes: a program, or an endpoint; empty when there is no plan. */
export const targetOf = ({ plan }: RunWithPlan): string => {
  if (Result.isFailure(plan)) return ""
  return plan.success._tag === "Spawn"
    ? plan.success.binary
    : (normalisedHost(plan.success.url) ?? plan.success.url)
}
