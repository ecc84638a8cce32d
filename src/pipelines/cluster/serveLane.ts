import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LaneHanded } from "../../domain/cluster/handed.ts"
import { namedLane } from "../../domain/cluster/laneKey.ts"
import { normalisedHost } from "../../domain/disclosure/egress.ts"
import type { Lane } from "../../domain/lane/lane.ts"
import { unavailableOutcome } from "../../domain/lane/outcome.ts"
import { notStarted } from "../../domain/lane/outcomes.ts"
import { planRun, type RunWithPlan } from "../../domain/lane/plan.ts"
import type { LaneRun, LanesChosen } from "../../domain/lane/stages.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LaneRefusal, LaneServed } from "../../services/LaneCluster.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { repositoryRoot } from "../planLint/read.ts"
import { bundleFolders } from "../review/bundles.ts"
import { carryOut } from "../review/carryOut.ts"
import { findLanes } from "../review/lanes.ts"
import { placesIn } from "../review/planned.ts"
import { emptyBoard } from "../review/run.ts"
import { newRunId } from "../review/runId.ts"
import type { LanesFound } from "../review/stages.ts"

const refuse = (reason: LaneRefusal["reason"], problem: string): Result.Result<never, LaneRefusal> =>
  Result.fail({ reason, problem })

/** The lane that was meant, by its names and bytes; only one that is equal in all of them is run. */
const laneMeant = (
  { roster }: LanesFound,
  { bytes, id, slug }: LaneHanded
): Result.Result<Lane, LaneRefusal> => {
  const lane = roster.lanes.find((one) => one.capabilityId === id && one.slug === slug)
  if (lane === undefined) return refuse("not-offered", `There is no lane ${slug} of ${id} here`)
  return namedLane(lane).bytes === bytes
    ? Result.succeed(lane)
    : refuse("other-bytes", `The lane ${slug} of ${id} has other bytes here than the ones that are meant`)
}

const runOf = (lane: Lane, { agent, identity, model }: LaneHanded): LaneRun => ({
  identity,
  lane,
  section: lane.section,
  named: true,
  ...(model === undefined ? {} : { model }),
  ...(agent === undefined ? {} : { agent })
})

const chosen = (run: LaneRun): LanesChosen => ({
  source: "named",
  runs: [run],
  skipped: [],
  order: [run.identity],
  warnings: []
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

/** Plans the run with this machine's settings, programs and variables, and with the prompt that was handed over. */
const planOf = Effect.fnUntraced(function* (run: LaneRun, found: LanesFound, handed: LaneHanded) {
  const { platform, variables } = yield* Environment
  const { paths } = yield* GsdHome
  const files = yield* ReviewFiles
  const repository = yield* repositoryRoot
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
  return { repository, planned: { run, plan } satisfies RunWithPlan }
})

const targetOf = ({ plan }: RunWithPlan): string => {
  if (Result.isFailure(plan)) return ""
  return plan.success._tag === "Spawn"
    ? plan.success.binary
    : (normalisedHost(plan.success.url) ?? plan.success.url)
}

const serve = Effect.fnUntraced(function* (handed: LaneHanded, scope: LedgerScope) {
  const found = yield* findLanes(scope)
  const run = runOf(yield* Effect.fromResult(laneMeant(found, handed)), handed)
  const { planned, repository } = yield* planOf(run, found, handed)
  const to = targetOf(planned)
  if (Result.isFailure(planned.plan))
    return { ended: notStarted(run, unavailableOutcome(planned.plan.failure)), to } satisfies LaneServed
  const board = yield* emptyBoard({ runId: handed.run, tell: () => {} })
  const plans = { sources: { plans: [] }, repository, beside: repository }
  yield* carryOut({ runId: handed.run, found, plans, lanes: { chosen: chosen(run), runs: [planned] } }, board)
  const ended = board.ended.get(run.identity)
  return ended === undefined
    ? yield* Effect.fail<LaneRefusal>({ reason: "not-startable", problem: "The lane did not start" })
    : ({ ended, to } satisfies LaneServed)
}, Effect.scoped)

const isRefusal = (error: LaneRefusal | Error): error is LaneRefusal => !(error instanceof Error)

/**
 * Runs one handed lane as this machine would run its own: only a lane that is installed here with those very bytes, held
 * against the consent, the endpoint and the bundle as they are at this moment, probed, written down in the audit log, and
 * within this machine's limits. Whatever keeps it from starting is a refusal that says why.
 */
export const serveLane = Effect.fn("cluster.serveLane")((handed: LaneHanded, scope: LedgerScope) =>
  Effect.mapError(serve(handed, scope), (error): LaneRefusal =>
    isRefusal(error) ? error : { reason: "not-startable", problem: error.message }
  )
)
