import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import type { SpawnInvoke } from "../capability/schema/reviewer.ts"
import { shown } from "../text/escape.ts"
import { assembleArgv } from "./argv.ts"
import { notAvailable, type Availability } from "./availability.ts"
import { decideBudget } from "./budget.ts"
import { childEnvironment } from "./childEnvironment.ts"
import { decideEffort } from "./effort.ts"
import { endpointUrl } from "./egress.ts"
import { fitPrompt, fitWhole, type Trimming } from "./fitPrompt.ts"
import { decideModel } from "./model.ts"
import { locatedLane, type BundleFolders } from "./programs.ts"
import type { PromptParts } from "./promptParts.ts"
import type { Settings } from "./settings.ts"
import type {
  LaneRun,
  LanesChosen,
  PlannedHttp,
  PlannedRun,
  PlannedSpawn,
  RunPlaces,
  RunPrompt
} from "./stages.ts"
import { decideIdle, decideTimeout } from "./timeout.ts"
import type { LaneWarning } from "./warning.ts"

/** What every run of a review is planned with. */
export interface PlanFacts {
  readonly parts: PromptParts
  readonly settings: Settings
  /** Our environment, as it is. */
  readonly parent: Readonly<Record<string, string | undefined>>
  /** Places of a run, by its identity; each run has files of its own. */
  readonly placesOf: (identity: string) => RunPlaces
  readonly isWindows: boolean
  /** Of every lane that brings a program along. */
  readonly folders: BundleFolders
  /** In place of what `parts` make: a prompt that another machine made, and the longest time that it asks for. */
  readonly given?: { readonly prompt: string; readonly timeout: Duration.Duration }
}

/** Why a run cannot be planned. */
export type Unplannable = Extract<Availability, { readonly _tag: "Unavailable" }>

/** What is decided for every transport. */
interface Common {
  readonly run: LaneRun
  readonly prompt: RunPrompt
  readonly trimming: Trimming | undefined
  readonly model: string | undefined
  readonly timeout: PlannedRun["timeout"]
  readonly idle?: NonNullable<PlannedRun["idle"]>
  readonly answerFile: string
  readonly warnings: ReadonlyArray<LaneWarning>
}

const fail = (
  reason: Unplannable["reason"],
  detail: Unplannable["detail"]
): Result.Result<never, Unplannable> => Result.fail(notAvailable(reason, detail))

const timeoutOf = (decided: Duration.Duration, { given }: PlanFacts): Duration.Duration =>
  given === undefined ? decided : Duration.min(decided, given.timeout)

const commonOf = (run: LaneRun, facts: PlanFacts): Result.Result<Common, Unplannable> => {
  const budget = decideBudget(run, facts.settings)
  const fitted =
    facts.given === undefined
      ? fitPrompt(facts.parts, budget.tokens)
      : fitWhole(facts.given.prompt, budget.tokens)
  if (Result.isFailure(fitted)) {
    const { budget: most, needed } = fitted.failure
    return fail(
      "budget-too-small",
      shown`The prompt needs at least ${needed} tokens with a margin, and the budget is ${most}`
    )
  }
  const model = decideModel(run, facts.settings)
  const timeout = decideTimeout(run, facts.settings)
  const idle = decideIdle(run, facts.settings)
  const places = facts.placesOf(run.identity)
  return Result.succeed({
    run,
    prompt: { text: fitted.success.text, path: places.prompt },
    answerFile: places.output,
    ...(idle.idle === undefined ? {} : { idle: idle.idle }),
    trimming: fitted.success.trimming,
    model: model.model,
    timeout: timeoutOf(timeout.timeout, facts),
    warnings: [...timeout.warnings, ...idle.warnings, ...model.warnings, ...budget.warnings]
  })
}

const planSpawn = (
  common: Common,
  invoke: SpawnInvoke,
  facts: PlanFacts
): Result.Result<PlannedSpawn, Unplannable> => {
  const { run, prompt, model, timeout } = common
  const { effort, warnings } = decideEffort(run, facts.settings)
  const places = facts.placesOf(run.identity)
  const argv = assembleArgv({
    run,
    invoke,
    model,
    effort,
    prompt,
    places,
    timeout,
    isWindows: facts.isWindows
  })
  if (Result.isFailure(argv)) return fail("bad-template", argv.failure.detail)
  const child = childEnvironment({ ...facts, lane: run.lane, effort })
  return Result.succeed({
    _tag: "Spawn",
    ...common,
    binary: invoke.binary,
    args: argv.success.args,
    env: child.env,
    stdin: invoke.promptChannel === "stdin" ? "prompt" : "closed",
    answer: invoke.outputChannel === "stdout" ? { _tag: "Stdout" } : { _tag: "File", path: places.output },
    directory: places.repository,
    effort: effort?.level,
    warnings: [...common.warnings, ...warnings, ...argv.success.warnings, ...child.warnings]
  })
}

const planHttp = (common: Common, facts: PlanFacts): Result.Result<PlannedHttp, Unplannable> => {
  const { reviewer } = common.run.lane
  if (reviewer.transport !== "openai-http") return fail("bad-template", shown`The lane asks no endpoint`)
  const url = endpointUrl(common.run.lane, facts.settings, reviewer.invoke.path)
  return url === undefined
    ? fail("host-malformed", shown`\`${reviewer.invoke.hostConfigKey}\` holds no http or https address`)
    : Result.succeed({ _tag: "Http", ...common, url })
}

/**
 * Plans one run to the last argument: its program, its prompt within the budget, which is the same text whichever way it goes, model,
 * effort, time limit, arguments, environment. Nothing is started, and no setting makes it fail; a lane whose template,
 * budget or own program is of no use is unavailable.
 */
export const planRun = (run: LaneRun, facts: PlanFacts): Result.Result<PlannedRun, Unplannable> =>
  Result.gen(function* () {
    const lane = yield* locatedLane(run.lane, facts.folders)
    const common = yield* commonOf({ ...run, lane }, facts)
    return yield* lane.reviewer.transport === "spawn"
      ? planSpawn(common, lane.reviewer.invoke, facts)
      : planHttp(common, facts)
  })

/** A run with its plan, or why there is none. */
export interface RunWithPlan {
  readonly run: LaneRun
  readonly plan: Result.Result<PlannedRun, Unplannable>
}

/** Every chosen run, planned; in the order of REVIEWS.md. */
export interface LanesPlanned {
  readonly chosen: LanesChosen
  readonly runs: ReadonlyArray<RunWithPlan>
}

/** Plans all runs of a review. */
export const planLanes = (chosen: LanesChosen, facts: PlanFacts): LanesPlanned => ({
  chosen,
  runs: chosen.runs.map((run) => ({ run, plan: planRun(run, facts) }))
})
